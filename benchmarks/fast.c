/* Random rounds of the base game in plain C: the measure for nimmt.fast. Arguments: players, rounds, seed.
   Cards that were dealt in a random order are played in that order; the first of the cheapest rows is taken.
   Prints seconds of processor time, then the heads of each seat. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t one, two;

static inline uint64_t next(void) { /* xoroshiro128+ */
    uint64_t a = one, b = two, sum = a + b;
    b ^= a;
    one = ((a << 24) | (a >> 40)) ^ b ^ (b << 16);
    two = (b << 37) | (b >> 27);
    return sum;
}

static inline int below(int n) { return (int)(((next() >> 32) * (uint64_t)n) >> 32); }

static int heads_on(int card) {
    return card == 55 ? 7 : card % 11 == 0 ? 5 : card % 10 == 0 ? 3 : card % 5 == 0 ? 2 : 1;
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    int players = atoi(arguments[1]);
    long rounds = atol(arguments[2]);
    one = strtoull(arguments[3], 0, 10) * 0x9E3779B97F4A7C15u + 1;
    two = one ^ 0xBF58476D1CE4E5B9u;
    uint8_t value[105], deck[104];
    long total[10] = {0};
    for (int card = 1; card <= 104; card++) {
        value[card] = (uint8_t)heads_on(card);
        deck[card - 1] = (uint8_t)card;
    }
    clock_t began = clock();
    for (long round = 0; round < rounds; round++) {
        int end[4], length[4], heads[4], needed = 10 * players + 4;
        for (int i = 0; i < needed; i++) {
            int j = i + below(104 - i);
            uint8_t card = deck[j];
            deck[j] = deck[i];
            deck[i] = card;
        }
        for (int row = 0; row < 4; row++) {
            end[row] = deck[row];
            length[row] = 1;
            heads[row] = value[end[row]];
        }
        for (int turn = 0; turn < 10; turn++) {
            int cards[10], seats[10];
            for (int seat = 0; seat < players; seat++) {
                int card = deck[4 + turn * players + seat], place = seat;
                for (; place > 0 && cards[place - 1] > card; place--) {
                    cards[place] = cards[place - 1];
                    seats[place] = seats[place - 1];
                }
                cards[place] = card;
                seats[place] = seat;
            }
            for (int place = 0; place < players; place++) {
                int card = cards[place], best = -1;
                for (int row = 0; row < 4; row++)
                    if (end[row] < card && (best < 0 || end[row] > end[best])) best = row;
                int takes = best < 0;
                if (takes) {
                    best = 0;
                    for (int row = 1; row < 4; row++)
                        if (heads[row] < heads[best]) best = row;
                }
                if (takes || length[best] == 5) {
                    total[seats[place]] += heads[best];
                    length[best] = heads[best] = 0;
                }
                end[best] = card;
                length[best]++;
                heads[best] += value[card];
            }
        }
    }
    printf("%.6f", (double)(clock() - began) / CLOCKS_PER_SEC);
    for (int seat = 0; seat < players; seat++) printf(" %ld", total[seat]);
    printf("\n");
    return 0;
}
