// Three Card Poker by the round, Ante and Pair Plus at seven seats: the loop of the simulation, written for this
// one game, a round at a time. Tables come from outside; generator, draws and look-ups are the same, so that
// every tally must come out the same.

#include <algorithm>
#include <cstdint>

namespace {

constexpr int SEATS = 7, HAND = 3, CARDS = SEATS * HAND + HAND, DECK = 52;
constexpr uint64_t GOLDEN = 0x9E3779B97F4A7C15u;
constexpr uint64_t MASK = 0xFFFFFFFFu;

inline uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

struct Generator {
    uint64_t a, b, c, d;
    Generator(uint64_t first, uint64_t second, uint64_t block) {
        uint64_t word = mix(mix(first + GOLDEN * (block + 1)) ^ second);
        a = mix(word += GOLDEN), b = mix(word += GOLDEN), c = mix(word += GOLDEN), d = mix(word += GOLDEN);
    }
    uint64_t step() {
        uint64_t total = a + d, found = ((total << 23) | (total >> 41)) + a, shifted = b << 17;
        c ^= a, d ^= b, b ^= c, a ^= d, c ^= shifted;
        d = (d << 45) | (d >> 19);
        return found;
    }
};

inline void draw(Generator &random, uint8_t *deck) {
    uint64_t at = 0, word = 0;
    bool fresh = true;
    while (at < CARDS) {
        uint64_t half = fresh ? (word = random.step()) & MASK : word >> 32;
        fresh = !fresh;
        uint64_t left = DECK - at, ways = left * (left - 1) * (left - 2);
        uint64_t product = half * left, first = at + (product >> 32);
        product = (product & MASK) * (left - 1);
        uint64_t second = at + 1 + (product >> 32);
        product = (product & MASK) * (left - 2);
        uint64_t third = at + 2 + (product >> 32);
        if (__builtin_expect((product & MASK) < ways, 0) && (product & MASK) < (MASK + 1) % ways) continue;
        std::swap(deck[at], deck[first]);
        std::swap(deck[at + 1], deck[second]);
        std::swap(deck[at + 2], deck[third]);
        at += 3;
    }
}

inline int three_at(const uint8_t *cards) { return (cards[0] * DECK + cards[1]) * DECK + cards[2]; }

}  // namespace

// ends: by how the round ended for a seat and the group of its hand, counted over all seats and rounds.
// results: by bar, the sessions of all seats, then the hours of the table.
extern "C" void simulate(uint64_t first, uint64_t second, int64_t blocks, int64_t rounds, int64_t session, int64_t hour,
                         const uint16_t *three, const int16_t *place, const uint8_t *outcome, int64_t met,
                         const uint8_t *group, int64_t groups, const int64_t *net, int64_t width,
                         int64_t table_width, int64_t bars, int64_t *ends, int64_t *results) {
    auto bar = [bars](int64_t cents, int64_t wide) {
        int64_t at = cents >= 0 ? cents / wide : -((-cents + wide - 1) / wide);
        return std::clamp<int64_t>(at + bars / 2, 0, bars - 1);
    };
    for (int64_t block = 0; block < blocks; block++) {
        Generator random(first, second, block);
        uint8_t deck[DECK];
        for (int at = 0; at < DECK; at++) deck[at] = at;
        int64_t run[SEATS] = {}, low[SEATS] = {}, table = 0, hours = 0, sessions = 0;
        for (int64_t round = 0; round < rounds; round++) {
            draw(random, deck);
            const uint8_t *row = outcome + place[three[three_at(deck + SEATS * HAND)] & 1023] * met;
            int64_t house = 0;
            for (int seat = 0; seat < SEATS; seat++) {
                int hand = three[three_at(deck + seat * HAND)], kind = hand & 1023, stays = hand >> 10 & 1;
                int64_t end = (row[kind] & -stays) * groups + group[kind];
                ends[end]++;
                int64_t won = net[end];
                house -= won;
                run[seat] += won;
                low[seat] = std::min(low[seat], run[seat]);
            }
            table += house;
            if (++hours == hour) {
                results[bars + bar(table, table_width)]++;
                table = hours = 0;
            }
            if (++sessions == session) {
                sessions = 0;
                for (int seat = 0; seat < SEATS; seat++) {
                    results[bar(run[seat], width)]++;
                    run[seat] = low[seat] = 0;
                }
            }
        }
    }
}
