"""What holds in every game with modules: cards are conserved, the table agrees with itself, play always ends.

All single modules, all pairs that go together and random own variants, for one to five players who answer at
random. Every game keeps a ledger: what the answers must have done to each kind of card.
"""

import itertools
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.games.tranquility import GAME
from analyzer.games.tranquility.notation import describe, ending, render
from analyzer.games.tranquility.state import Card, Explorer, Phase
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.seeding import deal_seeds
from analyzer.play.simulation import simulate
from tests.games.position import Position

pytestmark = pytest.mark.slow

NAMES = [name for name in GAME.variants if name != "base"]
REMOVAL = ["galateia", "triton", "leucothea", "amphitrite", "poseidon"]
OTHERS = [name for name in NAMES if name not in REMOVAL]


def goes_together(variant):
    try:
        make_cell("tranquility", players=2, variant=variant)
    except BadInput:
        return False
    return True


PAIRS = [name for name in map("+".join, itertools.combinations(["poseidon", *OTHERS], 2)) if goes_together(name)]
SUMS = [
    "poseidon+storm+rocks", "monsters-5+storm+rocks+wild", "monsters-5+storm+rocks+wild+day-night",
    "monsters-5+storm+rocks+wild+archway", "galateia+wild+pyramid", "monsters-3+wild+day-night",
]  # fmt: skip
SETTINGS = [  # readings that change how cards move
    ("storm+wild", ("storm_in_setup=redraw_and_reshuffle", "yellow_clear_refill=immediate", "compass_dump=anytime")),
    ("storm+wild+monsters-5", ("compass_reuse=true", "compass_decider=affected", "yellow_start=exactly2_or_0")),
    ("monsters-5+wild", ("monster_finish=pending", "monster_mulligan=true", "wild_number=never_played")),
    ("storm+monsters-5", ("start_shortage=discard_all", "start_price=20", "hand_limit=7")),
    ("storm+monsters-5", ("start_shortage=defer", "start_price=16", "start_discardable_unplayed=true")),
    ("monsters-5", ("start_price=0",)),
    ("rocks+monsters-5+wild", ("rocks_stay_cost=island2", "rocks_block_monster=false", "early_loss=true")),
    ("storm", ("yellow=6", "purple=6", "orange=6", "compasses=20", "purple_stack=false")),
    ("pyramid+wild", ("pyr_monster=destroy_now", "pyr_finish=hand", "pyr_retrigger=true")),
    ("pyramid", ("pyr_rows=eleven_by_two", "explorer_storms=6", "explorer_monsters=10")),
    ("archway+storm+monsters-5", ("arch_shape=tall36", "arch_path=pillar_major")),
    ("day-night+wild", ("day_flip=by_action",)),
    ("day-night", ("day_flip=each_round",)),
    ("storm+wild+monsters-3", ("rows=1", "columns=3", "islands=12", "hand_limit=3", "start_price=2")),
    ("storm+monsters-3", ("solo_start=draw8",)),
    ("storm+monsters-3", ("solo_start=blind",)),
    ("storm+monsters-3", ("solo_start=as2p",)),
    ("storm+monsters-3", ("solo_start=none",)),
]
DEALS, GAMES = (1, 1) if IS_PLAIN else (2, 40)  # per cell; the cells are the same in both modes


class Walk(Position):
    """A game that is played at random, with a ledger of what the answers must have moved."""

    game = GAME

    def __init__(self, variant, players, sets=(), deal=0):
        self.rng = random.Random(f"{variant} {players} {sets} {deal}")
        self.ledger = dict.fromkeys(("cleared", "cancelled", "wild_compass"), 0)
        self.no_row = 0  # purple Storms that found no row (T-STORM-P3)
        super().__init__(players, deal_seeds(7, deal)[0], variant=variant, sets=sets)
        self.players = int(self.rules.players)

    def choose(self):
        n = self.n_options()
        assert n > 1, "a question with one option is never asked"
        return self.option(self.rng.randrange(n))

    def answer(self, code):
        """Note what an answer does to Storms and Wilds, and give it."""
        phase, ledger = int(self.table.phase), self.ledger
        if code and phase in (Phase.CLEAR, Phase.CANCEL, Phase.WILD_CLEAR):
            ledger["cancelled" if self.table.storm else "cleared"] += 1
            ledger["wild_compass"] += phase == Phase.WILD_CLEAR
        super().answer(code)

    # counting

    def located(self):
        """Count every card by its code: piles, hands, row, put aside; discarded and remembered apart."""
        hidden, table = self.state.hidden, self.table
        parts = [table.market[: int(table.n_market)]]
        for seat in range(self.players):
            bottom = int(hidden.bottom[seat])
            parts.append(hidden.deck[bottom : bottom + int(table.pile[seat])])
            hand = self.state.hands[seat]
            parts.append(hand.cards[: int(hand.held)])
            parts.append(hidden.aside[seat, : int(hidden.n_aside[seat])])
        count = np.bincount(np.concatenate(parts).astype(np.int64), minlength=128)
        lost = sum(self.state.hands[seat].lost.astype(np.int64) for seat in range(self.players))
        return count, lost

    def check(self):
        self.check_grid()
        self.check_counts()
        self.check_cards()
        self.check_modules()

    def check_grid(self):
        table, cells = self.table, int(self.rules.cells)
        numbers = np.asarray(table.number[1 : cells + 1]).astype(np.int64)
        placed = np.flatnonzero(numbers)
        values = numbers[placed]
        assert (np.diff(values) > 0).all()
        assert int(table.filled) == len(values)
        islands = np.arange(1, int(self.rules.islands) + 1)
        cell_of = np.concatenate(([0], placed + 1, [cells + 1]))
        below = cell_of[np.searchsorted(values, islands, side="right")]
        above = cell_of[np.searchsorted(values, islands, side="left") + 1]
        assert (table.below[islands] == below).all()
        assert (table.above[islands] == above).all()
        others = np.setdiff1d(np.arange(len(table.above)), islands)
        assert not table.below[others].any(), "only Islands have a gap"
        assert not table.above[others].any()

    def check_counts(self):
        """What the table keeps agrees with a recount."""
        table, rules, cells = self.table, self.rules, int(self.rules.cells)
        full = np.asarray(table.number[1 : cells + 1]) > 0
        rows = np.bincount(rules.row_of[1 : cells + 1][full], minlength=int(rules.n_rows))
        assert (table.row_filled[: int(rules.n_rows)] == rows[: int(rules.n_rows)]).all()
        for seat in range(self.players):
            hand = self.state.hands[seat]
            assert int(table.held[seat]) == int(hand.held) >= 0
            assert not hand.cards[int(hand.held) :].any(), "what left the hand is not to be seen there"
            assert int(table.pile[seat]) >= 0
        if rules.has_modules:
            assert int(table.lower_filled) == int((full & (rules.is_roof[1 : cells + 1] == 0)).sum())
        if rules.day_night:
            wrong = full & (table.side[1 : cells + 1] != rules.wanted_side[1 : cells + 1])
            assert int(table.n_wrong) == int(wrong.sum())

    def check_cards(self):
        """Every kind of card is where it can be; cards lost unseen may be of any kind."""
        rules, table, tally = self.rules, self.table, self.state.tally
        count, lost = self.located()
        unseen = int(table.discarded[: self.players].sum()) - int(lost.sum())
        assert unseen >= 0
        explorer = np.bincount(self.state.hidden.explorer[: int(table.explorers)].astype(np.int64), minlength=128)
        there = count + lost
        islands = slice(1, int(rules.islands) + 1)
        assert (there[islands] <= 1 - self.state.hidden.removed[islands]).all()
        assert int(tally.wilds_used) == int(rules.wilds) - int(count[Card.WILD])
        played_wilds, is_waiting = int(tally.wilds_played), int(table.pending_finish)
        if int(table.turn) and not rules.competitive:
            starts = self.players - int(there[Card.START]) - int(table.started)
            assert -min(played_wilds, 1) <= starts <= unseen
        n_finishes = 0 if rules.competitive else int(rules.finishes)
        finishes = n_finishes - int((there + explorer)[Card.FINISH]) - int(table.open_finishes)
        assert 0 <= finishes - (int(tally.finishes_lost) - int(lost[Card.FINISH])) <= is_waiting
        assert int(tally.finishes_lost) - int(lost[Card.FINISH]) <= unseen
        eaten = int(tally.monsters_played)
        n_monsters = int(rules.monsters) + int(rules.explorer) * int(rules.explorer_monsters)
        assert int(lost[Card.MONSTER]) == 0
        eating = int(table.phase) == Phase.EXPLORER_TARGET and not self.is_over  # drawn, not yet eaten
        monsters = n_monsters - int((count + explorer)[Card.MONSTER]) - eaten - eating
        assert -played_wilds <= monsters <= unseen
        gone = int(rules.islands) - int(rules.removed) - int(there[islands].sum())
        assert gone - unseen <= int(table.filled) + eaten <= gone + played_wilds
        self.check_storm_cards(count, explorer)
        self.check_sum(count, explorer)

    def check_sum(self, count, explorer):
        """All cards together: dealt = still there + discarded + played."""
        rules, table, tally, ledger = self.rules, self.table, self.state.tally, self.ledger
        if not int(table.turn) or int(table.cause) == 1 or (rules.explorer and table.pending_finish):
            return  # before the Starts are in; a winning card stays in hand; an open Finish may wait
        dealt = int(rules.n_dealt) + (0 if rules.competitive else self.players)
        if rules.explorer:  # Monsters and Finishes that came to hands
            dealt += int(rules.explorer_monsters) - int(explorer[Card.MONSTER])
            dealt += int(rules.finishes) - int(explorer[Card.FINISH]) - int(table.open_finishes)
        in_window = int(table.storm != 0 and table.phase in (Phase.CANCEL, Phase.WILD_CLEAR) and not self.is_over)
        storms = 0 if rules.explorer else int(tally.storms) + ledger["cancelled"] + in_window
        start = int(table.started) * (1 - int(rules.competitive))
        grid = int(table.filled) + 2 * int(tally.monsters_played)
        eating = int(table.phase) == Phase.EXPLORER_TARGET and not self.is_over
        played = grid + eating + start + storms + ledger["wild_compass"] + int(table.pending_finish)
        rest = dealt - int(count.sum()) - int(table.discarded[: self.players].sum()) - played
        if int(table.filled) == int(rules.cells) and rest > self.no_row:
            self.no_row = rest  # only with a full grid a purple Storm finds no row
        assert rest == self.no_row

    def check_storm_cards(self, count, explorer):
        rules, table, tally = self.rules, self.table, self.state.tally
        totals = np.array([rules.yellow, rules.purple, rules.orange], np.int64)
        totals += int(rules.explorer) * int(rules.explorer_storms)
        colours = slice(Card.YELLOW, Card.ORANGE + 1)
        drawn = totals - (count + explorer)[colours]
        on_table = [int(table.yellow.sum()), int(table.purple.sum()), int(table.orange.sum())]
        assert (np.array(on_table) <= drawn).all()
        assert int(table.n_storms) == sum(on_table)
        assert (table.purple_by[: self.players].sum(axis=0) == table.purple).all()
        asked = int(table.phase) == Phase.PURPLE and not self.is_over  # counted, not yet laid
        assert int(table.n_storms) == int(tally.storms) - self.ledger["cleared"] - asked
        gone = int(drawn.sum()) - int(tally.storms) - self.ledger["cancelled"]  # unseen, without a row, or in a window
        in_window = int(table.storm != 0 and table.phase in (Phase.CANCEL, Phase.WILD_CLEAR))
        assert gone >= in_window

    def check_modules(self):
        rules, table, tally = self.rules, self.table, self.state.tally
        deck = self.state.hidden.explorer[: int(table.explorers)]
        if rules.has_storms:
            compasses = int(table.stock) + int(table.supply) + int((deck == Explorer.COMPASS).sum())
            total = int(rules.compasses) + int(rules.explorer) * int(rules.explorer_compasses)
            assert compasses + int(tally.compasses_spent) * (1 - int(rules.compass_reuse)) == total or rules.explorer
            assert int(table.stock) >= 0
        row = int(table.rocks_row)
        assert -1 <= row < int(rules.n_rows)
        for number in range(int(rules.n_rows)):
            if table.purple[number]:
                assert int(table.row_filled[number]) < int(rules.row_length[number])  # T-STORM-P6
        if rules.competitive:
            points = [int((table.owner == seat + 1).sum()) * int(rules.comp_play) for seat in range(2)]
            fines = [int(table.discarded[seat]) * int(rules.comp_discard) for seat in range(2)]
            assert [int(n) for n in table.score[:2]] == [p - f for p, f in zip(points, fines, strict=True)]

    def check_options(self):
        """The list of options and `is_legal` agree, and words are found for every option."""
        codes = set(self.codes())
        assert all(self.is_legal(code) for code in codes)
        high = max(codes) + 70
        others = {self.rng.randint(-3, high) for _ in range(60)} | {code ^ 1 for code in list(codes)[:20]}
        assert not any(self.is_legal(code) for code in others - codes)
        assert describe(self.rules, self.state, self.rng.choice(sorted(codes)))
        assert render(self.rules, self.state)

    def play(self, every=1):
        count = 0
        while not self.is_over:
            if count % every == 0:
                self.check()
            if self.rng.random() < 0.06:
                self.check_options()
            self.answer(self.choose())
            count += 1
            assert count < 3000, "random legal play does not end"
        self.check()
        assert GAME.causes(int(self.table.cause)).name not in ("RUNNING", "TRUNCATED", "FAULT")
        assert ending(self.rules, self.state)
        return count


def all_seats(variant):
    """One to five players; competitive is for two."""
    return (2,) if "competitive" in variant else (1, 2, 3, 4, 5)


def seats_of(variant, number):
    """Rotate through one to five players; competitive is for two."""
    return 2 if "competitive" in variant else 1 + number % 5


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("variant", ["base", *OTHERS])
def test_single_modules_conserve_cards_and_keep_the_table_consistent(variant, players):
    if "competitive" in variant and players != 2:
        return
    for deal in range(DEALS):
        Walk(variant, players, deal=deal).play(every=2)


@pytest.mark.parametrize("variant", PAIRS)
def test_pairs_conserve_cards_and_keep_the_table_consistent(variant):
    for players in all_seats(variant):
        for deal in range(DEALS):
            Walk(variant, players, deal=deal).play(every=3)


@pytest.mark.parametrize(("variant", "sets"), SETTINGS, ids=lambda value: value if isinstance(value, str) else "")
def test_readings_conserve_cards_and_keep_the_table_consistent(variant, sets):
    solo = any("solo_start" in text for text in sets)
    for players in (1,) if solo else (1, 2, 3, 4, 5):
        Walk(variant, players, sets).play(every=3)


def random_setting(rng):
    """Draw values for some switches; sizes stay small enough for quick games."""
    small = {"islands": (4, 40), "rows": (1, 6), "columns": (1, 6), "removed": (0, 4), "hand_limit": (1, 8)}
    sets = []
    for switch in GAME.switches:
        if switch.name in ("turn_limit", "own_discard_memory", "competitive") or rng.random() < 0.6:
            continue
        if switch.choices is not None:
            value = rng.choice(list(switch.choices)).name.lower()
        elif isinstance(switch.default, bool):
            value = str(rng.random() < 0.5).lower()
        else:
            low, high = small.get(switch.name, (switch.low, min(switch.high, 6)))
            value = rng.randint(low, high)
        sets.append(f"{switch.name}={value}")
    return tuple(sets)


def random_settings(n, seed):
    rng, found = random.Random(seed), []
    while len(found) < n:
        sets, players = random_setting(rng), rng.randint(1, 5)
        try:
            make_cell("tranquility", players=players, sets=list(sets), policy="random_legal")
        except BadInput:
            continue
        found.append((players, sets))
    return found


def test_random_own_variants_conserve_cards_and_keep_the_table_consistent():
    for players, sets in random_settings(60, seed=11):
        try:
            Walk("base", players, sets).play(every=3)
        except AssertionError as problem:
            raise AssertionError(f"{players} players, {sets}") from problem


@pytest.mark.parametrize("policy", ["random_legal", "spacing"])
def test_random_own_variants_always_end_without_a_fault(policy):
    for players, sets in random_settings(120, seed=12):
        result = simulate("tranquility", players=players, sets=list(sets), policy=policy, games=GAMES, jobs=1)
        bad = {"running", "truncated", "fault"} & set(result.outcomes())
        assert not bad, f"{policy}, {players} players, {sets}: {result.outcomes()} {result.fault_message()}"


@pytest.mark.parametrize("policy", ["random_legal", "spacing"])
def test_every_module_and_pair_always_ends_without_a_fault(policy):
    for variant in [*NAMES, *PAIRS, *SUMS]:
        for players in all_seats(variant):
            result = simulate("tranquility", players=players, variant=variant, policy=policy, games=GAMES, jobs=1)
            bad = {"running", "truncated", "fault"} & set(result.outcomes())
            assert not bad, f"{variant}, {players} players: {result.outcomes()} {result.fault_message()}"


# Compiled and plain

PARITY = """
import hashlib, sys
sys.path.insert(0, sys.argv[1])
from analyzer.play.simulation import simulate
for line in sys.stdin.read().splitlines():
    variant, players, policy, games, *sets = line.split()
    rows = simulate("tranquility", players=int(players), variant=variant, sets=sets, policy=policy,
                    games=int(games), jobs=1, rows=True, seed=21).rows
    fields = b"".join(rows[name].tobytes() for name in rows.dtype.names)  # without the bytes between fields
    print(line, hashlib.sha256(fields).hexdigest())
"""
ROOT = Path(__file__).parents[3]


def parity_cells():
    """Every single module, pair and some sums for one to five players; readings and random own variants."""
    lines = []
    for number, variant in enumerate(["base", *NAMES, *PAIRS, *SUMS]):
        lines += [f"{variant} {players} random_legal 1" for players in all_seats(variant)]
        lines.append(f"{variant} {seats_of(variant, number)} spacing 1")
    for number, (variant, sets) in enumerate(SETTINGS):
        players = 1 if any("solo" in text for text in sets) else seats_of(variant, number)
        lines.append(f"{variant} {players} random_legal 1 {' '.join(sets)}")
    for players, sets in random_settings(60, seed=13):
        lines.append(f"base {players} random_legal 1 {' '.join(sets)}")
    return "\n".join(lines)


def digests(plain):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1" if plain else "0"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PARITY, str(ROOT)],
        env=environment, input=parity_cells(), capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()


@pytest.mark.skipif(IS_PLAIN, reason="compares the two modes itself")
def test_compiled_and_plain_rows_are_equal_for_all_modules_pairs_and_own_variants():
    compiled = digests(plain=False)
    assert len(compiled) == len(parity_cells().splitlines())
    assert digests(plain=True) == compiled
