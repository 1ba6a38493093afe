// Raise It Up Stud, Ante, Blind and Play, by plain loops: every hand of the player but for suits that play alike,
// every community card in turn, the best five of six cards by a table of all five-card hands.

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

namespace {

// From the lowest: nothing, a pair of tens or better, two pair, three of a kind, straight, flush, full house,
// four of a kind, straight flush, royal flush. In halves of the Ante: what Ante and Blind win, and each Play.
const int KEPT[10] = {-4, 2, 2, 4, 6, 8, 10, 62, 402, 2002};
const int PLAY[10] = {-2, 2, 3, 6, 8, 10, 12, 20, 40, 200};
const int FOLD = -4;

int64_t choose[53][7];
std::vector<uint8_t> table;

int kind_of(const int* cards) {
    int r[5];
    bool flush = true;
    for (int i = 0; i < 5; i++) {
        r[i] = cards[i] / 4;
        flush = flush && cards[i] % 4 == cards[0] % 4;
    }
    std::sort(r, r + 5);
    int same = 0, most = 1, run = 1;
    for (int i = 1; i < 5; i++) {
        same += r[i] == r[i - 1];
        run = r[i] == r[i - 1] ? run + 1 : 1;
        most = std::max(most, run);
    }
    bool wheel = r[0] == 0 && r[1] == 1 && r[2] == 2 && r[3] == 3 && r[4] == 12;
    bool straight = same == 0 && (wheel || r[4] - r[0] == 4);
    if (straight && flush) return r[0] == 8 ? 9 : 8;
    if (most == 4) return 7;
    if (same == 3) return 6;
    if (flush) return 5;
    if (straight) return 4;
    if (most == 3) return 3;
    if (same == 2) return 2;
    for (int i = 1; i < 5; i++)
        if (r[i] == r[i - 1] && r[i] >= 8) return 1;
    return 0;
}

void fill() {
    for (int n = 0; n <= 52; n++)
        for (int k = 0; k <= 6; k++) choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : choose[n - 1][k - 1] + choose[n - 1][k];
    table.resize(choose[52][5]);
    int c[5];
    for (c[0] = 0; c[0] < 52; c[0]++)
        for (c[1] = c[0] + 1; c[1] < 52; c[1]++)
            for (c[2] = c[1] + 1; c[2] < 52; c[2]++)
                for (c[3] = c[2] + 1; c[3] < 52; c[3]++)
                    for (c[4] = c[3] + 1; c[4] < 52; c[4]++) {
                        int64_t at = 0;
                        for (int i = 0; i < 5; i++) at += choose[c[i]][i + 1];
                        table[at] = kind_of(c);
                    }
}

// The best five of six cards.
int best_kind(int a, int b, int c, int d, int e, int f) {
    int cards[6] = {a, b, c, d, e, f};
    std::sort(cards, cards + 6);
    int best = 0;
    for (int out = 0; out < 6; out++) {
        int64_t at = 0;
        for (int i = 0, place = 1; i < 6; i++)
            if (i != out) at += choose[cards[i]][place++];
        best = std::max<int>(best, table[at]);
    }
    return best;
}

// The player's hands that differ by more than suits that play alike, and how many each stands for.
std::map<std::vector<int>, int> hands() {
    std::map<std::vector<int>, int> found;
    for (int a = 0; a < 52; a++)
        for (int b = a + 1; b < 52; b++)
            for (int c = b + 1; c < 52; c++) {
                std::vector<int> least;
                int suit[4] = {0, 1, 2, 3};
                do {
                    std::vector<int> turned;
                    for (int card : {a, b, c}) turned.push_back(card / 4 * 4 + suit[card % 4]);
                    std::sort(turned.begin(), turned.end());
                    if (least.empty() || turned < least) least = turned;
                } while (std::next_permutation(suit, suit + 4));
                found[least]++;
            }
    return found;
}

}  // namespace

extern "C" void fill_table() { fill(); }

// The sum of what the player wins over all deals, in halves of the Ante, at the best play.
extern "C" int64_t solve(int64_t* deals) {
    int64_t total = 0;
    *deals = 0;
    for (auto [hand, many] : hands()) {
        const int a = hand[0], b = hand[1], c = hand[2];
        int64_t kept1 = 0, play1 = 0, later1 = 0, seen = 0;
        for (int d = 0; d < 52; d++) {
            if (d == a || d == b || d == c) continue;
            int64_t kept2 = 0, play2 = 0, later2 = 0;
            for (int e = 0; e < 52; e++) {
                if (e == a || e == b || e == c || e == d) continue;
                int64_t kept3 = 0, play3 = 0, left = 0;
                for (int f = 0; f < 52; f++) {
                    if (f == a || f == b || f == c || f == d || f == e) continue;
                    int kind = best_kind(a, b, c, d, e, f);
                    kept3 += KEPT[kind];
                    play3 += PLAY[kind];
                    left++;
                }
                kept2 += kept3;
                play2 += play3;
                later2 += std::max(FOLD * left, kept3 + play3);
                seen += left;
            }
            kept1 += kept2;
            play1 += play2;
            later1 += std::max({later2, kept2 + play2, kept2 + 2 * play2});
        }
        total += many * std::max({later1, kept1 + play1, kept1 + 2 * play1, kept1 + 3 * play1});
        *deals += many * seen;
    }
    return total;
}
