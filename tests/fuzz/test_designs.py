"""Designs: whatever small experiment a spec asks for, its report is made, and no section is missing."""

import json

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from analyzer.games.user_files import toml_text
from analyzer.reporting.topics import section_names
from tests.fuzz.arena import REFUSED, SHORT, arena, keep_promises

# per game: variants, switches with values, policies that compile quickly, numbers of players
GAMES = {
    "tranquility": (
        ["base", "poseidon", "storm", "poseidon+storm", "competitive"],
        {"removed": [0, 2, 4, 6], "hand_limit": [3, 4, 5], "cost_rule": ["min", "max"], "early_loss": [False, True]},
        ["spacing", "random_legal", {"policy": "spacing", "cost": [0.5, 0.9]}],
        [1, 2, 3, 5],
    ),
    "portolano": (
        ["standard", "lean", "three_symbols"],
        {"start_rum": [1, 3, 5], "base_hold": [5, 7, 9], "loot_optional": [False, True], "dice_cap": [0, 6]},
        ["random_legal", "rusher", "trader"],
        [2, 3, 4],
    ),
    "rumini": (
        ["base", "once", "connected"],
        {"hand_size": [3, 4, 5], "idle_rounds": [2, 3, 6], "recapture": ["always", "once"], "joker_moves": [False]},
        ["random_legal", "flagger", "spoiler"],
        [2, 3, 4],
    ),
    "islebound": (
        ["base", "merchant", "raid"],
        {"offer_limit": [1, 2, 3], "round_limit": [20, 30], "palace_sets": [False, True], "dice_cap": ["cap"]},
        ["random_legal", "balanced"],
        [2, 3, 4],
    ),
}
LEVELS = ["floor", "casual"]


def some(items, most, least=1):
    return st.lists(st.sampled_from(items), min_size=least, max_size=most, unique_by=repr)


@st.composite
def designs(draw):
    """Draw the spec of a small experiment that every game can play."""
    game = draw(st.sampled_from(sorted(GAMES)))
    variants, switches, policies, players = GAMES[game]
    spec = {"game": game, "question": "What comes of it?", "skip_impossible": True, "seed": draw(st.integers(0, 99))}
    spec |= {"variants": draw(some(variants, 2)), "players": sorted(draw(some(players, 2)))}
    who = draw(st.sampled_from(["policies", "policies", "levels", "line_ups"]))
    spec[who] = draw(some({"policies": policies, "levels": LEVELS}.get(who, policies[:2]), 2))
    if who == "line_ups":
        names = [name if isinstance(name, str) else name["policy"] for name in spec["line_ups"]]
        spec["line_ups"] = [[names[seat % len(names)] for seat in range(count)] for count in spec["players"]]
        spec["rotate"] = draw(st.booleans())
    elif who == "policies" and draw(st.booleans()):
        spec["field"] = "random_legal"
    for table, most in (("switches", 2), ("alone", 2)):
        chosen = draw(some(sorted(switches), most, least=0))
        chosen = [name for name in chosen if name not in spec.get("switches", {})]
        spec |= {table: {name: switches[name] for name in chosen}} if chosen else {}
    if draw(st.booleans()):
        spec["sections"] = draw(some(section_names(), 5))
    return spec | {"deals": draw(st.sampled_from([1, 2, 12, 40]))}


INPUTS = designs()


def check(spec):
    with arena().folder({"spec.toml": toml_text(spec)}) as folder:
        played = arena().command(folder, "run", "spec.toml", "--out", "run", "--jobs", "1", patience=120.0)
        keep_promises(played, {0, REFUSED})
        if played.code == REFUSED:
            return  # what cannot be played has no report
        made = arena().command(folder, "report", "run", "--json", "--debug", patience=120.0)
        assert made.code == 0, f"{spec}\n{made.err[-3000:]}"
        told = json.loads(made.out)
        assert told["failed"] == []
        assert set(told["sections"]) >= {"glossary", "assumptions"}


COMMON = {"question": "What comes of it?", "deals": 20}


@settings(SHORT, max_examples=2, phases=[Phase.explicit, Phase.generate])  # a run and a report each: seconds
@given(INPUTS)
@example(COMMON | {"game": "portolano", "players": [2], "levels": ["floor"], "switches": {"start_rum": [1, 3, 5]}})
@example(COMMON | {"game": "rumini", "players": [2], "variants": ["base", "once"], "policies": ["flagger", "spoiler"]})
def test_every_design_has_a_whole_report(spec):
    check(spec)


@pytest.mark.slow
@settings(SHORT, max_examples=120, derandomize=False)
@given(INPUTS)
def test_many_designs_have_whole_reports(spec):
    check(spec)
