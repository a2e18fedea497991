/* Play-outs of a look-ahead, written by hand for speed: Tranquility without modules, all seats played by `survival`.
 *
 * It shows what one core can do on this work, so that a ratio can be measured in one run, and it answers every question
 * as the analyzer's `survival` does: playouts.py beside this file writes the positions, compares the answers and
 * prints the ratio.
 *
 * build:  cc -O3 -march=native -ffp-contract=off -o playouts playouts.c -lm
 * run:    ./playouts POSITIONS TABLE           every position played out as it is: won, turns, cells filled, cards paid
 *         ./playouts POSITIONS TABLE SAMPLES   dealt again so often and each deal played out twice: mean worth; CPU-seconds
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { START = 81, FINISH = 82, CODES = 83, CELLS = 36, LIMIT = 5, SEATS = 5, PRICE = 8, TURNS = 1000, FINISHES = 5 };
enum { STEPS = 64, MOST_UNKNOWN = 80, MOST_NEEDED = 36, SIZES = 10, REACH = LIMIT - 1 };
enum { RUNNING, WON, LOST, TRUNCATED };
enum {
    ALIVE, COME, HANDS, SINGLE, FLOOR, TIGHT, FUTURE, SPREAD, PRICE_OF, PRICE_RISE, PRICE_SCARCE, PRICE_SHORT, ROOM, NEAR, WAIT,
    WAIT_RISE, WAIT_SCARCE, WAIT_SHORT, FINISH_OF, FINISH_RISE, FINISH_ALIVE, FINISH_NEED, FINISH_SECOND, FINISH_LATE, PILE_SHARE,
    PRICE_OTHERS, WAIT_OTHERS, OFFER, OFFERED, KNOBS
};
static const double UNIT = 4294967296.0, NOTHING = -1e9;

typedef unsigned __int128 Set; /* of numbers */
typedef struct { uint64_t state; } Rng;

static double knob[KNOBS];
static float log_chance_of[STEPS][MOST_UNKNOWN + 1][MOST_NEEDED + 1];
static int players, removed;

typedef struct {
    Set held, lost;          /* Islands in hand, and given up by this seat */
    int8_t cards[12];
    int8_t n, starts, finishes, starts_lost, finishes_lost;
} Hand;

typedef struct {
    Hand hand[SEATS];
    int8_t number[CELLS + 2];  /* by cell; shores at both ends */
    int8_t below[84], above[84]; /* cells around the gap of a number */
    int8_t deck[SEATS][48];
    int pile[SEATS], discarded[SEATS], fresh[SEATS], opening[SEATS], spent_at[SEATS];
    int laid_by, started, filled, turn, active, cause, paid;
} Game;

typedef struct { /* what a seat weighs before it answers */
    Set held, lost;
    int step[SIZES];
    int64_t keep[12];
} Mind;

static inline uint64_t next(Rng *r) { /* splitmix64 */
    uint64_t z = (r->state += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}
static inline int lot(Rng *r, int n) { return (int)(((next(r) >> 32) * (uint64_t)n) >> 32); }
static inline int most(int a, int b) { return a > b ? a : b; }
static inline int least(int a, int b) { return a < b ? a : b; }
static inline double higher(double a, double b) { return a > b ? a : b; }
static inline int count(Set s) { return __builtin_popcountll((uint64_t)s) + __builtin_popcountll((uint64_t)(s >> 64)); }
static inline Set upto(int number) { return ((Set)1 << (number + 1)) - 1; }
static inline Set between(int lower, int upper) { return upto(upper - 1) & ~upto(lower); }

/* Gaps */

static inline double log_chance(int step, int unknown, int needed) {
    return (double)log_chance_of[step][least(unknown, MOST_UNKNOWN)][least(needed, MOST_NEEDED)];
}

static inline int step_of(double chance) {
    double c = chance > 0.0 ? chance : 0.0;
    return (int)((c < 0.999 ? c : 0.999) * STEPS);
}

static inline double gap_worth(const Mind *m, int low, int high, int lower, int upper, int n_less) {
    int cells = high - low - 1;
    if (cells <= 0) return 0.0;
    Set span = between(lower, upper);
    int numbers = upper - lower - 1;
    if (cells == 1 && numbers > REACH && !(low == 0 && high > CELLS)) { /* only what a full hand can pay */
        if (low == 0) { numbers = REACH; span = between(upper - REACH - 1, upper); }
        else if (high > CELLS) { numbers = REACH; span = between(lower, lower + REACH + 1); }
        else if (numbers > 2 * REACH) { numbers = 2 * REACH; span &= ~between(lower + REACH, upper - REACH); }
    }
    int held = count(m->held & span), needed = cells - held + n_less;
    double worth = 0.0;
    if (needed > 0) {
        int unknown = most(numbers - held - count(m->lost & span), 0);
        worth = higher(log_chance(m->step[least(cells, SIZES) - 1], unknown, needed), -knob[FLOOR]);
        worth -= knob[TIGHT] / most(1 + unknown - needed, 1);
    }
    int paid = (cells + 2 - ((low == 0) + (high > CELLS))) >> 1;
    double wide = (double)(upper - lower) / (cells + 1) - 1.0;
    return worth - knob[FUTURE] * (paid * (1.0 + knob[SPREAD] * wide));
}

static inline double island_value(const Game *g, const Mind *m, int card) {
    int low = g->below[card], high = g->above[card], cells = high - low - 1;
    if (cells < 1) return -1.0;
    int lower = g->number[low], upper = g->number[high];
    int nearest = least(low > 0 ? card - lower : 100, high <= CELLS ? upper - card : 100);
    if (cells == 1 && nearest >= LIMIT && nearest < 100) return -1.0;
    double having = gap_worth(m, low, high, lower, upper, 0), without = gap_worth(m, low, high, lower, upper, 1);
    double small = knob[ROOM] * cells / (upper - lower - 1) + knob[NEAR] / nearest;
    return having - without + small;
}

static double finish_value(const Game *g, const Hand *h) {
    double fill = (double)g->filled / CELLS;
    double value = knob[FINISH_OF] + knob[FINISH_RISE] * fill + knob[FINISH_LATE] * fill * fill;
    if (h->finishes > 1) return value - knob[FINISH_SECOND];
    int others = most(FINISHES - h->finishes - h->finishes_lost, 0);
    return value + knob[FINISH_NEED] * -log_chance(step_of(knob[FINISH_ALIVE]), others, 1) * fill;
}

static double keep_worth(const Game *g, const Hand *h, const Mind *m, int card) {
    if (card < START) return island_value(g, m, card);
    if (card == FINISH) return finish_value(g, h);
    return g->started ? -2.0 : 100.0;
}

static void appraise(const Game *g, int seat, Mind *m) {
    const Hand *h = &g->hand[seat];
    m->held = h->held;
    m->lost = h->lost;
    int piles = 0, hands = -h->n, gone = removed - g->discarded[seat];
    for (int s = 0; s < players; s++) { piles += g->pile[s]; hands += g->hand[s].n; gone += g->discarded[s]; }
    int unseen = most(piles + hands + gone, 1);
    double alive = (double)most(piles + hands - PRICE * (1 - g->started), 0) / unseen;
    double chance = knob[COME] + knob[ALIVE] * alive + knob[HANDS] * hands / unseen, more = knob[SINGLE] * alive;
    for (int i = 0; i < SIZES; i++) m->step[i] = step_of(chance + more / (i + 1));
    for (int i = 0; i < h->n; i++) m->keep[i] = (int64_t)(keep_worth(g, h, m, h->cards[i]) * UNIT);
}

static inline int allowed_mask(const Game *g, const Hand *h) { /* a Start is kept while none lies */
    int mask = (1 << h->n) - 1;
    if (!g->started && h->starts)
        for (int i = 0; i < h->n; i++) if (h->cards[i] == START) mask &= ~(1 << i);
    return mask;
}
static inline int n_discardable(const Game *g, const Hand *h) { return h->n - (g->started ? 0 : h->starts); }

static inline int least_kept(const Mind *m, int mask) {
    int chosen = -1;
    int64_t lowest = 0;
    for (; mask; mask &= mask - 1) {
        int i = __builtin_ctz(mask);
        if (chosen < 0 || m->keep[i] < lowest) { chosen = i; lowest = m->keep[i]; }
    }
    return chosen;
}
static inline double cheapest(const Mind *m, int mask, int wanted) {
    int64_t total = 0;
    for (; wanted > 0 && mask; wanted--) {
        int i = least_kept(m, mask);
        mask &= ~(1 << i);
        total += m->keep[i];
    }
    return (double)total / UNIT;
}
static int cheapest_in_turn(const Game *g, const Hand *h, Mind *m, int mask, int wanted) {
    int given = 0;
    for (; wanted > 0 && mask; wanted--) {
        int i = least_kept(m, mask), card = h->cards[i];
        given |= 1 << i;
        mask &= ~(1 << i);
        if (card >= START || wanted == 1) continue; /* after the last card nothing more is chosen */
        m->held &= ~((Set)1 << card);
        m->lost |= (Set)1 << card;
        for (int j = 0; j < h->n; j++) {
            int other = h->cards[j];
            if (other < START && g->below[other] == g->below[card]) m->keep[j] = (int64_t)(island_value(g, m, other) * UNIT);
        }
    }
    return given;
}

/* Prices */

static double scarcity(const Game *g) {
    int cards = -PRICE * (1 - g->started), empty = CELLS - g->filled;
    for (int s = 0; s < players; s++) cards += g->pile[s] + g->hand[s].n;
    double share = (double)empty / most(cards - empty, 1);
    return (share < 3.0 ? share : 3.0) - 1.0;
}
static double shortage(const Game *g, int cards) {
    double turns = (double)(CELLS - g->filled) / players + 2;
    return higher(turns / most(cards, 1) - 0.4, 0.0);
}
static int poorest_other(const Game *g, int seat) {
    int fewest = 1000;
    for (int s = 0; s < players; s++) if (s != seat) fewest = least(fewest, g->pile[s] + g->hand[s].n);
    return fewest;
}
static double card_price(const Game *g, int seat) {
    double fill = (double)g->filled / CELLS;
    double price = knob[PRICE_OF] + knob[PRICE_RISE] * fill + knob[PRICE_SCARCE] * scarcity(g);
    price += knob[PRICE_OTHERS] * shortage(g, poorest_other(g, seat));
    return price + knob[PRICE_SHORT] * shortage(g, g->pile[seat] + g->hand[seat].n);
}
static double wait_worth(const Game *g, int seat) {
    double worth = knob[WAIT] + knob[WAIT_RISE] * g->filled / CELLS + knob[WAIT_SCARCE] * scarcity(g);
    worth -= knob[WAIT_OTHERS] * shortage(g, poorest_other(g, seat));
    return worth - knob[WAIT_SHORT] * shortage(g, g->pile[seat] + g->hand[seat].n);
}

/* Cards */

static inline void add(Hand *h, int card) {
    h->cards[h->n++] = card;
    if (card < START) h->held |= (Set)1 << card;
    else if (card == START) h->starts++;
    else h->finishes++;
}
static inline void forget(Hand *h, int card) {
    if (card < START) h->held &= ~((Set)1 << card);
    else if (card == START) h->starts--;
    else h->finishes--;
}
static inline void lose(Hand *h, int card) {
    if (card < START) h->lost |= (Set)1 << card;
    h->starts_lost += card == START;
    h->finishes_lost += card == FINISH;
}
static inline void draw(Game *g, int seat, int n) {
    Hand *h = &g->hand[seat];
    int before = h->n;
    while (h->n < n && g->pile[seat] > 0) add(h, g->deck[seat][--g->pile[seat]]);
    g->fresh[seat] = h->n - before;
}
static void discard(Game *g, int seat, int mask) {
    Hand *h = &g->hand[seat];
    int kept = 0;
    for (int i = 0; i < h->n; i++) {
        int card = h->cards[i];
        if (!(mask >> i & 1)) { h->cards[kept++] = card; continue; }
        forget(h, card);
        lose(h, card);
    }
    g->discarded[seat] += h->n - kept;
    g->spent_at[seat] = g->pile[seat];
    h->n = kept;
}
static inline void take(Game *g, int seat, int card) {
    Hand *h = &g->hand[seat];
    int i = 0;
    while (h->cards[i] != card) i++;
    for (h->n--; i < h->n; i++) h->cards[i] = h->cards[i + 1];
    forget(h, card);
}
static inline void give_up(Game *g, int seat, int n) {
    Hand *h = &g->hand[seat];
    int mask = allowed_mask(g, h);
    if (n < n_discardable(g, h)) {
        Mind m;
        appraise(g, seat, &m);
        mask = cheapest_in_turn(g, h, &m, mask, n);
    }
    discard(g, seat, mask);
}
static inline int cost_at(const Game *g, int card, int cell) {
    int lower = g->number[cell - 1], upper = cell < CELLS ? g->number[cell + 1] : 0;
    int before = lower ? card - lower : 0, behind = upper ? upper - card : 0;
    return before && behind ? least(before, behind) : before + behind;
}

/* The Start */

static int n_spare(const Game *g, int seat) {
    Mind m;
    appraise(g, seat, &m);
    int n = 0;
    for (int mask = allowed_mask(g, &g->hand[seat]); mask; mask &= mask - 1) n += m.keep[__builtin_ctz(mask)] < knob[OFFER] * UNIT;
    return n;
}
static void lay_start(Game *g) {
    int active = g->active, available = 0, offered[SEATS], share[SEATS] = {0};
    take(g, active, START);
    g->started = 1;
    g->laid_by = active;
    for (int s = 0; s < players; s++) g->opening[s] = g->spent_at[s] = most(g->pile[s] + (s == active ? 0 : g->fresh[s]), 1);
    if (players == 2) for (int i = 0; i < 2; i++) draw(g, (active + i) % 2, g->hand[(active + i) % 2].n + 2);
    for (int s = 0; s < players; s++) available += g->hand[s].n;
    if (available < PRICE) { g->cause = LOST; return; }
    for (int s = 0; s < players; s++) offered[s] = n_spare(g, s);
    for (int i = 0; i < PRICE; i++) {
        int giver = -1;
        double best = 0.0;
        for (int step = 0; step < players; step++) {
            int s = (active + 1 + step) % players;
            if (share[s] >= g->hand[s].n) continue;
            double claim = knob[PILE_SHARE] * g->pile[s] - share[s] + knob[OFFERED] * (share[s] < offered[s]);
            if (giver < 0 || claim > best) { giver = s; best = claim; }
        }
        share[giver]++;
    }
    for (int i = 0; i < players; i++) if (share[(active + i) % players]) give_up(g, (active + i) % players, share[(active + i) % players]);
    for (int i = 0; i < players; i++) draw(g, (active + i) % players, LIMIT);
}

/* Turns */

static void place(Game *g, int card, int cell) {
    int lower = g->number[g->below[card]], upper = g->number[g->above[card]];
    int cost = cost_at(g, card, cell);
    take(g, g->active, card);
    memset(g->above + lower + 1, cell, card - lower);
    memset(g->below + card, cell, upper - card);
    g->number[cell] = card;
    g->filled++;
    g->paid += cost;
    if (cost) give_up(g, g->active, cost);
}

static void take_turn(Game *g) {
    int seat = g->active;
    Hand *h = &g->hand[seat];
    if (g->turn >= TURNS) { g->cause = TRUNCATED; return; }
    g->turn++;
    if (h->n == 0) { g->cause = LOST; return; }
    if (!g->started && h->starts) { lay_start(g); return; }
    if (g->filled == CELLS && g->started && h->finishes) { g->cause = WON; return; }
    Mind m;
    appraise(g, seat, &m);
    int allowed = allowed_mask(g, h), free = n_discardable(g, h), funds = least(free - 1, LIMIT - 1), card = 0, cell = 0;
    double price = card_price(g, seat), best = 0.0;
    for (int i = 0; i < h->n; i++) {
        int c = h->cards[i];
        if (c >= START) continue;
        int low = g->below[c], high = g->above[c], payable = allowed & ~(1 << i);
        if (high - low < 2) continue;
        int lower = g->number[low], upper = g->number[high];
        double before = gap_worth(&m, low, high, lower, upper, 0);
        for (int q = low + 1; q < high; q++) {
            int cost = cost_at(g, c, q);
            if (cost > funds) continue;
            double worth = gap_worth(&m, low, q, lower, c, 0) + gap_worth(&m, q, high, c, upper, 0);
            if (cost) worth -= price * cost + cheapest(&m, payable, cost);
            worth -= before;
            if (!card || worth > best) { card = c; cell = q; best = worth; }
        }
    }
    double wait = free >= 2 ? wait_worth(g, seat) - cheapest(&m, allowed, 2) : NOTHING;
    if (card && best > wait) place(g, card, cell);
    else if (free >= 2) give_up(g, seat, 2);
    else { g->cause = LOST; return; }
    draw(g, seat, LIMIT);
}

static void play_out(Game *g) {
    while (g->cause == RUNNING) {
        take_turn(g);
        g->active = g->active + 1 == players ? 0 : g->active + 1;
    }
}

/* Dealing again what the seat to move does not see */

static inline int room(const Game *seen, const Game *g, int s) { return seen->hand[s].n - g->hand[s].n; }

static void put_start(Game *g, int seat, Rng *r) { g->deck[seat][lot(r, most(g->pile[seat], 1))] = START; }

static void place_start(const Game *seen, Game *g, int own, int s, Rng *r) {
    if (g->opening[s] == 0 || g->laid_by == s) return;
    int pile = g->pile[s];
    if (s == own) { /* its own: in the hand, or given up, or still to come */
        if (seen->hand[s].starts == 0 && g->hand[s].starts_lost == 0) put_start(g, s, r);
        return;
    }
    if (!g->started) {
        if (lot(r, most(pile + least(g->fresh[s], room(seen, g, s)), 1)) < pile) put_start(g, s, r);
        else if (room(seen, g, s) > 0) add(&g->hand[s], START);
        return;
    }
    int before = least(g->spent_at[s], g->opening[s]), late = room(seen, g, s) > 0 ? before - pile : 0, early = g->opening[s] - before;
    int drawn = lot(r, most(pile + late + early, 1)) - pile;
    if (drawn < 0) put_start(g, s, r);
    else if (drawn < late) add(&g->hand[s], START);
    else if (drawn < late + early) {
        int space = room(seen, g, s), older = least(most(space - late, 1), space);
        if (lot(r, most(older + most(g->discarded[s], 0), 1)) < older) add(&g->hand[s], START);
        else g->hand[s].starts_lost = 1;
    }
}

static void deal_again(const Game *seen, Game *g, Rng *r) {
    int own = seen->active, n = 0;
    int8_t cards[96];
    *g = *seen;
    for (int s = 0; s < players; s++) {
        if (s != own) memset(&g->hand[s], 0, sizeof(Hand));
        memset(g->deck[s], 0, sizeof g->deck[s]);
    }
    for (int s = 0; s < players; s++) place_start(seen, g, own, s, r);
    const Hand *h = &g->hand[own];
    Set gone = h->held | h->lost;
    for (int cell = 1; cell <= CELLS; cell++) gone |= (Set)1 << g->number[cell];
    for (int c = 1; c <= 80; c++) { cards[n] = c; n += !(gone >> c & 1); }
    for (int i = 0; i < removed && n > 0; i++) { int j = lot(r, n); cards[j] = cards[--n]; }
    for (int i = FINISHES - h->finishes - h->finishes_lost; i > 0; i--) cards[n++] = FINISH;
    for (int i = n - 1; i > 0; i--) { int j = lot(r, i + 1); int8_t t = cards[i]; cards[i] = cards[j]; cards[j] = t; }
    for (int s = 0; s < players; s++)
        for (int i = 0; i < g->pile[s]; i++) if (!g->deck[s][i] && n > 0) g->deck[s][i] = cards[--n];
    for (int s = 0; s < players; s++)
        while (s != own && room(seen, g, s) > 0 && n > 0) add(&g->hand[s], cards[--n]);
    for (int s = 0; s < players; s++) {
        if (s == own) continue;
        Hand *other = &g->hand[s];
        for (int i = g->discarded[s] - other->starts_lost; i > 0 && n > 0; i--) lose(other, cards[--n]);
    }
}

/* Positions: see playouts.py */

static int number_of(FILE *f) {
    int n;
    if (fscanf(f, "%d", &n) != 1) { fprintf(stderr, "the file of positions ends too early\n"); exit(2); }
    return n;
}

static void read_position(FILE *f, Game *g) {
    memset(g, 0, sizeof *g);
    g->active = number_of(f); g->started = number_of(f); g->turn = number_of(f); g->laid_by = number_of(f);
    g->number[CELLS + 1] = START;
    for (int cell = 1; cell <= CELLS; cell++) { g->number[cell] = number_of(f); g->filled += g->number[cell] > 0; }
    for (int cell = 1, low = 0; cell <= CELLS + 1; cell++) {
        if (!g->number[cell]) continue;
        for (int c = g->number[low] + 1; c <= g->number[cell]; c++) g->above[c] = cell;
        for (int c = g->number[low]; c < g->number[cell]; c++) g->below[c] = low;
        low = cell;
    }
    for (int s = 0; s < players; s++) {
        g->discarded[s] = number_of(f); g->fresh[s] = number_of(f); g->opening[s] = number_of(f); g->spent_at[s] = number_of(f);
        for (int n = number_of(f); n > 0; n--) add(&g->hand[s], number_of(f));
        for (int n = number_of(f); n > 0; n--) lose(&g->hand[s], number_of(f));
        for (int n = number_of(f); n > 0; n--) g->deck[s][g->pile[s]++] = number_of(f);
    }
}

static void read_tables(FILE *f, const char *path) {
    FILE *table = fopen(path, "rb");
    if (!table || fread(log_chance_of, sizeof log_chance_of, 1, table) != 1) { fprintf(stderr, "no table of chances\n"); exit(2); }
    fclose(table);
    players = number_of(f);
    removed = number_of(f);
    for (int i = 0; i < KNOBS; i++) if (fscanf(f, "%lf", &knob[i]) != 1) exit(2);
}

static double sample(const Game *seen, int samples, Rng *r) { /* deal again, and play each deal out twice */
    double worth = 0.0;
    for (int i = 0; i < samples; i++) {
        Game dealt, g;
        deal_again(seen, &dealt, r);
        for (int twice = 0; twice < 2; twice++) {
            g = dealt;
            play_out(&g);
            worth += (g.cause == WON) + 0.02 * g.filled / CELLS;
        }
    }
    return worth / (2.0 * samples);
}

int main(int argc, char **argv) {
    int samples = argc > 3 ? atoi(argv[3]) : 0;
    FILE *f = argc > 2 ? fopen(argv[1], "r") : NULL;
    if (!f) { fprintf(stderr, "usage: %s POSITIONS TABLE [SAMPLES]\n", argv[0]); return 2; }
    read_tables(f, argv[2]);
    struct timespec a, b;
    double seconds = 0.0;
    Rng r = {0x1234567ULL};
    for (int n = number_of(f); n > 0; n--) {
        Game g;
        read_position(f, &g);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
        double worth = sample(&g, samples, &r);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
        seconds += (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec);
        if (samples) { printf("%.6f\n", worth); continue; }
        play_out(&g);
        printf("%d %d %d %d\n", g.cause == WON, g.turn, g.filled, g.paid);
    }
    if (samples) fprintf(stderr, "%.9f\n", seconds);
    return 0;
}
