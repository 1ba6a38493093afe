// Three Card Poker, Ante and Play, by plain loops: every hand of the player against every hand of the dealer.

#include <algorithm>
#include <cstdint>

namespace {

// From the highest: straight flush, three of a kind, straight, flush, pair, high card; then the ranks.
int rank_of(int a, int b, int c) {
    int r[3] = {a / 4, b / 4, c / 4};
    std::sort(r, r + 3);
    bool flush = a % 4 == b % 4 && b % 4 == c % 4;
    bool wheel = r[0] == 0 && r[1] == 1 && r[2] == 12;
    bool straight = wheel || (r[0] + 1 == r[1] && r[1] + 1 == r[2]);
    int top = wheel ? 1 : r[2];
    if (straight && flush) return 50000 + top;
    if (r[0] == r[2]) return 40000 + r[0];
    if (straight) return 30000 + top;
    int high = (r[2] * 13 + r[1]) * 13 + r[0];
    if (flush) return 20000 + high;
    if (r[0] == r[1] || r[1] == r[2]) return 10000 + r[1] * 13 + (r[0] == r[1] ? r[2] : r[0]);
    return high;
}

int bonus(int rank) { return rank >= 50000 ? 5 : rank >= 40000 ? 4 : rank >= 30000 ? 1 : 0; }

uint16_t table[52][52][52];

}  // namespace

extern "C" void fill_table() {
    for (int a = 0; a < 52; a++)
        for (int b = 0; b < 52; b++)
            for (int c = 0; c < 52; c++) table[a][b][c] = rank_of(a, b, c);
}

// What one deal wins a player who stays in, the bonus apart.
static inline int won_against(int player, int dealer, int qualifies) {
    if (dealer < qualifies) return 1;
    return player > dealer ? 2 : player < dealer ? -2 : 0;
}

// The sum of what the player wins over all deals, each hand played or folded for the best.
extern "C" int64_t solve(int64_t* deals) {
    const int qualifies = rank_of(40, 5, 2);  // queen high
    int64_t total = 0;
    *deals = 0;
    for (int a = 0; a < 52; a++)
        for (int b = a + 1; b < 52; b++)
            for (int c = b + 1; c < 52; c++) {
                const int player = table[a][b][c];
                int64_t won = 0, hands = 0;
                for (int d = 0; d < 52; d++) {
                    if (d == a || d == b || d == c) continue;
                    for (int e = d + 1; e < 52; e++) {
                        if (e == a || e == b || e == c) continue;
                        for (int f = e + 1; f < 52; f++) {
                            if (f == a || f == b || f == c) continue;
                            won += won_against(player, table[d][e][f], qualifies);
                            hands++;
                        }
                    }
                }
                won += bonus(player) * hands;
                *deals += hands;
                total += std::max(won, -hands);
            }
    return total;
}

// The same with the 49 other cards listed first, so that no card need be skipped in the loops.
extern "C" int64_t solve_listed(int64_t* deals) {
    const int qualifies = rank_of(40, 5, 2);  // queen high
    int64_t total = 0;
    *deals = 0;
    for (int a = 0; a < 52; a++)
        for (int b = a + 1; b < 52; b++)
            for (int c = b + 1; c < 52; c++) {
                int rest[49], n = 0;
                for (int card = 0; card < 52; card++)
                    if (card != a && card != b && card != c) rest[n++] = card;
                const int player = table[a][b][c];
                int64_t won = 0, hands = 0;
                for (int i = 0; i < n; i++)
                    for (int j = i + 1; j < n; j++)
                        for (int k = j + 1; k < n; k++) {
                            won += won_against(player, table[rest[i]][rest[j]][rest[k]], qualifies);
                            hands++;
                        }
                won += bonus(player) * hands;
                *deals += hands;
                total += std::max(won, -hands);
            }
    return total;
}
