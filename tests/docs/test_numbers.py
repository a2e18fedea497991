"""Numbers on the pages that the code or a report knows: each is the one that stands there."""

import inspect
import re
from itertools import product

import pytest

import analyzer
from analyzer.analysis.comparisons import MOST_ARMS
from analyzer.analysis.places import MOST_LABELS
from analyzer.catalog import game_names, load_game, policies_of
from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.games.seating import LIMITS, SETTINGS
from analyzer.games.switches import Source
from analyzer.games.user_files import MOST_LEVELS
from analyzer.kernel.seats.bench import MEMORY_SLOTS
from analyzer.play.seeding import BLOCK
from analyzer.reporting.html import MOST_LINES
from analyzer.reporting.markdown import MOST_ROWS
from analyzer.reporting.topics import section_names
from analyzer.runs.experiment import ROWS_LIMIT
from analyzer.runs.specs.checking import MOST_POLICIES, MOST_VALUES
from analyzer.runs.specs.design import MAX_CELLS
from analyzer.runs.specs.spec import QUICK_DEALS
from analyzer.shell.shipped import BEGIN, END
from analyzer.studies.autopsy.worlds import MOST as MOST_WORLDS
from analyzer.studies.claims import QUICK_LEAST
from analyzer.studies.picking import DEALS, SEARCHED_DEALS
from analyzer.studies.tournament import MOST_FULL
from analyzer.studies.tuning.plan import FEWEST_DEALS, FINAL, SEARCH
from tests.docs.pages import ROOT, TEXTS
from tests.fuzz.long import TARGETS

WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
GAMES = {name: load_game(name) for name in game_names()}
TEAM, ISLEBOUND = GAMES["tranquility"], GAMES["islebound"]
CUTS = [f"{100 * cut:g} %" for cut in TEAM.words.icons.cuts]


def by_default(call, name):
    """Give the default of an argument that the library and the command line share."""
    return inspect.signature(call).parameters[name].default


def cells_of(game):
    """Count the variants of a game with the numbers of players that go with them."""
    return sum(can_be_made(game.name, *case) for case in product(game.variants, game.seats))


def can_be_made(name, variant, players):
    try:
        return bool(make_cell(name, variant=variant, players=players))
    except BadInput:
        return False


def variants_where(game, is_meant):
    return sum(is_meant(variant) for variant in game.variants.values())


def ladder():
    """Read the ladder of the overview: of every variant what the players of each level win."""
    text = TEXTS["reports/overview.md"].partition(BEGIN)[2].partition(END)[0]
    (_, heading), _, *rows = re.findall(r"^\| (\S+?)†? \|(.*)\|$", text, re.M)
    levels = [name.strip().removeprefix("won, ") for name in heading.split("|")]
    return {variant: dict(zip(levels, map(str.strip, rates.split("|")), strict=True)) for variant, rates in rows}


RATES = ladder()
REMOVALS = variants_where(TEAM, lambda each: "removed" in each.sets)
SHEETS = variants_where(TEAM, lambda each: each.source is Source.ASSUMED)
STATED = [  # a page, and what it must say with the numbers of the code or of a report
    ("README.md", f"{WORDS[REMOVALS]} removal levels"),
    ("README.md", f"{WORDS[SHEETS]} sheet variants"),
    ("README.md", f"{WORDS[len(ISLEBOUND.variants) - 1]} variants"),
    ("README.md", f"{len(RATES)} Tranquility variants"),
    ("README.md", f"Novice teams win {RATES['base']['novice']}"),
    ("README.md", f"casual teams {RATES['base']['casual']}"),
    ("README.md", f"good teams {RATES['base']['good']}"),
    ("README.md", f"experts {RATES['base']['expert']}"),
    ("README.md", f"they win {RATES['storm']['good']}, casual teams {RATES['storm']['casual']}"),
    ("README.md", f"Poseidon is harder still, at {RATES['poseidon']['casual']}"),
    ("docs/cluster.md", f"all {len(TEAM.variants)} variants"),
    ("docs/cluster.md", f"({cells_of(TEAM)} cells)"),
    ("docs/experiments.md", f"{MOST_LEVELS} levels deep"),
    ("docs/experiments.md", f"at most {MAX_CELLS:,} cells, {MOST_POLICIES:,} policies and {MOST_VALUES:,} values"),
    ("docs/experiments.md", f"if at most {ROWS_LIMIT:,} games are planned"),
    ("docs/experiments.md", f"`--quick` plays at most {QUICK_DEALS:,} deals per cell"),
    ("docs/experiments.md", f"one row per block of {BLOCK:,} deals"),
    ("docs/statistics.md", f"the first block ({BLOCK:,} games)"),
    ("docs/statistics.md", f"at least {CUTS[0]} of the games, two icons from {CUTS[1]} to below {CUTS[0]}"),
    ("docs/look-ahead.md", f"(at least one each) | {SETTINGS['samples']:.0f} |"),
    ("docs/look-ahead.md", f"{LIMITS['options'][0]} to {LIMITS['options'][1]} | {SETTINGS['options']:.0f} |"),
    ("docs/look-ahead.md", f"must gain | {SETTINGS['advantage']} |"),
    ("docs/look-ahead.md", f"of the difference | {SETTINGS['caution']:.0f} |"),
    ("docs/policies.md", f"`memory` holds {MEMORY_SLOTS} integers"),
    ("docs/replay.md", f"searches {DEALS} deals ({SEARCHED_DEALS} with a look-ahead)"),
    ("docs/replay.md", f"at most {MOST_WORLDS} ways"),
    ("docs/reports.md", f"the first {MOST_LINES} rows"),
    ("docs/reports.md", f"more than {MOST_ROWS} rows is only linked"),
    ("docs/reports.md", f"more than {MOST_ARMS} arms"),
    ("docs/reports.md", f"More than {MOST_LABELS} variants"),
    ("docs/security.md", f"each of {WORDS[len(TARGETS)]} targets"),
    ("docs/tournaments.md", f"Above {MOST_FULL} seatings"),
    ("docs/tuning.md", f"{100 * SEARCH:.0f} % search, {100 * FINAL:.0f} % final,"),
    ("docs/tuning.md", f"validation | {by_default(analyzer.tune, 'budget'):,} |"),
    ("docs/tuning.md", f"of a knob at 1 | {by_default(analyzer.tune, 'step')} |"),
    ("docs/tuning.md", f"at least {FEWEST_DEALS} deals a candidate"),
    ("docs/calibrate.md", f"in all | {by_default(analyzer.calibrate, 'budget'):,} |"),
    ("docs/whatif.md", f"without the change | {by_default(analyzer.whatif, 'games'):,} |"),
    ("docs/autopsy.md", f"at random | {by_default(analyzer.autopsy, 'games')} |"),
    ("docs/autopsy.md", f"each decision | {by_default(analyzer.autopsy, 'chances')} |"),
    ("docs/claims.md", f"at least {QUICK_LEAST};"),
]  # fmt: skip


def says(text, words):
    """Tell whether a page holds some words, wherever its lines break."""
    return words in " ".join(text.split())


@pytest.mark.parametrize(("page", "words"), STATED)
def test_a_page_states_the_number_that_the_code_has(page, words):
    assert says(TEXTS[page], words)


def test_a_wrong_number_would_be_seen():
    """Negative control: the test above can fail."""
    page = TEXTS["docs/policies.md"].replace("64 integers", "63 integers")
    assert not says(page, f"`memory` holds {MEMORY_SLOTS} integers")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_readme_and_tutorial_list_the_games_as_they_are(game):
    kind = "competitive" if game.is_competitive else "cooperative"
    seats = f"{game.seats[0]}-{game.seats[-1]}"
    assert f"| {game.title} | {seats} | {kind} |" in TEXTS["README.md"]
    counts = f"{len(game.variants)} {len(policies_of(game.name))}"
    assert says(TEXTS["docs/tutorial.md"], f"{game.name} {seats} {kind} {counts} {game.recommended}")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_level_says_what_it_costs_and_wins_and_in_how_many_games(game):
    """The table of docs/levels.md, `analyzer policies` and `games --json` are made of these."""
    assert list(game.figures) == list(game.levels)
    wanted = re.compile(r"\d % \[[\d.]+, [\d.]+\].*n = [\d,]+")
    assert [level for level, found in game.figures.items() if not wanted.search(found.wins)] == []
    assert [level for level, found in game.figures.items() if not re.fullmatch(r"[\d.,]+ (µs|ms)", found.cost)] == []


def test_the_sections_of_a_report_are_all_named():
    named = re.search(r"sections of the report: ([\w, ]+);", TEXTS["docs/experiments.md"])
    assert sorted(named[1].split(", ")) == section_names()


def test_files_that_pages_name_exist():
    """A path in a sentence leads to a file of the repository."""
    roots = "analyzer|docs|experiments|reports|strategies|tests|tools|yardstick"
    named = {(page, path) for page, text in TEXTS.items() for path in re.findall(rf"`((?:{roots})/[\w/.-]+)`", text)}
    assert [each for each in named if not (ROOT / each[1]).exists()] == []
