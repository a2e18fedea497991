"""Which variants and settings carry the dagger, and where it is said what they assume."""

from types import SimpleNamespace

import pytest

from analyzer.games.written import read_changes, read_variant, write_value
from analyzer.reporting.naming import variant_label
from analyzer.reporting.topics import assumptions

SHARED = ["turn_limit=1000"]
DISCLOSE, MULLIGAN, YELLOW, COST = "monster_disclose=who", "monster_mulligan=false", "yellow=2", "cost_rule=max"
VARIANTS = {"base": "rulebook", "rocks": "rulebook", "monsters": "rulebook", "storm": "rulebook", "arch": "assumed"}


def run_of(*cells):
    """A run of cells, each a variant, what is set on top, and what is assumed beyond the plain game."""
    entries = [
        SimpleNamespace(
            cell=str(number),
            variant=variant,
            parts=read_variant(variant).parts,
            changes=read_changes(sets),
            rule_texts={name: write_value(value) for name, value in read_changes(own).items()},
            assumed=[*SHARED, *own],
        )
        for number, (variant, sets, own) in enumerate(cells)
    ]
    variants = [SimpleNamespace(name=name, source=source) for name, source in VARIANTS.items()]
    game = SimpleNamespace(assumed=SHARED, variants=variants)
    return SimpleNamespace(manifest=SimpleNamespace(game=game, cells=entries))


SUMS = run_of(
    ("base", [], []),
    ("rocks+monsters", [], [DISCLOSE, MULLIGAN]),
    ("storm+monsters", [], [DISCLOSE, MULLIGAN, YELLOW]),
    ("storm+monsters", ["monster_mulligan=true"], [DISCLOSE, "monster_mulligan=true", YELLOW]),
    ("arch", [], [DISCLOSE]),
)


@pytest.mark.parametrize(
    ("variant", "marked"),
    [("monsters", "monsters†"), ("storm", "storm†"), ("rocks", "rocks"), ("base", "base"), ("arch", "arch†")],
)
def test_a_part_of_sums_is_marked_by_what_only_it_brings(variant, marked):
    """The glossary called Sea Monsters (3) free of assumptions where they were played in sums alone."""
    assert variant_label(SUMS, variant) == marked


def test_an_assumption_is_listed_once_and_not_for_every_setting():
    """It listed 122 settings, each with all that its variant assumes."""
    results = run_of(
        ("base", [], []),
        ("base", [COST], [COST]),
        ("monsters", [], [DISCLOSE, MULLIGAN]),
        ("monsters", [COST], [DISCLOSE, MULLIGAN, COST]),
        ("rocks", [], []),
        ("rocks+monsters", [], [DISCLOSE, MULLIGAN]),
        ("arch", [], []),
    )
    rows = {row["name"]: row["assumed"] for row in assumptions._marked_rows(results)}
    assert rows == {
        "monsters†": "monster_disclose = who; monster_mulligan = false",
        "arch†": "the variant arch as a whole",
        "cost_rule = max†": "itself, wherever it is set",
    }


def test_a_sum_is_listed_where_its_parts_were_not_played():
    rows = {row["name"]: row["assumed"] for row in assumptions._marked_rows(SUMS)}
    assert rows["storm+monsters†"] == "monster_disclose = who; monster_mulligan = false; yellow = 2"
