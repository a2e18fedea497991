"""The trace of a replay: what docs/trace.schema.json promises, and that looking at a game does not change it."""

import json
from pathlib import Path

import pytest

from analyzer.catalog import game_names
from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.replay.replay import Replay
from analyzer.play.replay.trace import first_difference, moments_of, trace_of

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "trace.schema.json").read_text(encoding="utf-8"))
TYPES = {
    "object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "integer": int,
    "number": (int, float),
}  # fmt: skip


def problems(value, schema, path="trace"):
    """Everything in which a document is not what a schema says, for the words that ours uses."""
    if "$ref" in schema:
        return problems(value, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]], path)
    if "anyOf" in schema:
        found = [problems(value, each, path) for each in schema["anyOf"]]
        return min(found, key=len)
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{path}: {value!r}"]
    names = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    fits = any(isinstance(value, TYPES[name]) and (name == "boolean") == isinstance(value, bool) for name in names)
    if not fits:
        return [f"{path}: {value!r} is no {names}"]
    if isinstance(value, list):
        n = len(value)
        sized = schema.get("minItems", 0) <= n <= schema.get("maxItems", n)
        inner = [text for k, item in enumerate(value) for text in problems(item, schema["items"], f"{path}[{k}]")]
        return inner + [f"{path}: {n} items"] * (not sized)
    if isinstance(value, dict):
        return object_problems(value, schema, path)
    return []


def object_problems(value, schema, path):
    known = schema.get("properties", {})
    found = [f"{path}: {name} is missing" for name in schema.get("required", ()) if name not in value]
    if schema.get("additionalProperties") is False:
        found += [f"{path}: {name} is unknown" for name in value if name not in known]
    for name in value:
        found += problems(value[name], known[name], f"{path}.{name}") if name in known else []
    return found


def played(game, deal=0, seed=5, **options):
    is_full = options.pop("is_full", True)
    story = Replay(make_cell(game, **options), seed, deal, is_full=is_full)
    steps = list(story)
    return story, steps


QUICK = {"tranquility": "spacing", "portolano": "trader", "rumini": "schemer", "islebound": "steward"}
BOARD = ["rows=3", "columns=3", "islands=20", "finishes=3", "start_price=2"]
GAMES = ("tranquility",) if IS_PLAIN else game_names()


@pytest.fixture(scope="module", params=GAMES)
def trace(request):
    story, steps = played(request.param, policy=QUICK[request.param])
    return trace_of(story, steps)


def test_a_trace_is_what_the_schema_says(trace):
    written = json.loads(json.dumps(trace, allow_nan=False))
    assert problems(written, SCHEMA) == []
    assert [step["number"] for step in trace["steps"]] == list(range(1, trace["n_steps"] + 1))


@pytest.fixture(scope="module")
def sound():
    story, steps = played("tranquility", policy="spacing", sets=BOARD)
    return json.dumps(trace_of(story, steps))


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda trace: trace["steps"][0].pop("seat"), "seat is missing"),
        (lambda trace: trace.update(winner=1), "winner is unknown"),
        (lambda trace: trace["steps"][1].update(turn="two"), "turn"),
        (lambda trace: trace["outcome"].update(won=3), "won"),
        (lambda trace: trace["steps"][0]["options"][0].update(score=True), "score"),
    ],
)
def test_the_check_sees_what_is_wrong(sound, change, word):
    """The negative control."""
    trace = json.loads(sound)
    change(trace)
    assert word in " ".join(problems(trace, SCHEMA["$defs"]["trace"]))


def test_a_step_shows_the_hand_of_the_asked_seat_and_no_other(trace):
    for step in trace["steps"]:
        assert set(step["state"]) == {"table", "hand"}
        assert step["state"]["hand"]["seat"] == step["seat"] == step["state"]["table"]["asked"]


def test_the_choice_is_among_the_options_once(trace):
    for step in trace["steps"]:
        assert [option["answer"] for option in step["options"] if option["chosen"]] == [step["answer"]]
        words = [option["words"] for option in step["options"]]
        assert len(words) == len(set(words))
        if step["score"] == "rating":
            scores = [option["score"] for option in step["options"]]
            assert scores == sorted(scores, reverse=True)
    assert any(step["score"] == "rating" for step in trace["steps"])


def test_the_changes_lead_from_one_state_to_the_next(trace):
    for before, after in zip(trace["steps"], trace["steps"][1:], strict=False):
        table = json.loads(json.dumps(before["state"]["table"]))
        for change in after["changed"]:
            put(table, change["field"].removeprefix("table."), change["before"], change["after"])
        assert table == after["state"]["table"]


def put(data, path, before, after):
    for part in path.replace("]", "").replace(".", "[").split("["):
        owner, key = data, int(part) if part.isdecimal() else part
        data = owner[key]
    assert data == before
    owner[key] = after


POLICIES = ["spacing", "random_legal", *([] if IS_PLAIN else ["search(spacing,samples=16)"])]


@pytest.mark.parametrize("policy", POLICIES)
def test_looking_at_a_game_does_not_change_it(policy):
    plain, full = (played("tranquility", policy=policy, sets=BOARD, is_full=full)[1] for full in (False, True))
    assert [step.answer for step in plain] == [step.answer for step in full]
    assert plain[0].details is None
    assert full[0].details


@pytest.mark.skipif(IS_PLAIN, reason="look-ahead is slow in plain Python")
def test_a_look_ahead_shows_what_it_compared():
    story, steps = played("tranquility", policy="search(spacing,samples=16)", sets=BOARD)
    trace = trace_of(story, steps)
    assert problems(trace, SCHEMA) == []
    compared = [step for step in trace["steps"] if step["score"] == "worth"]
    assert compared
    for option in (option for step in compared for option in step["options"]):
        assert option["samples"] > 0
        assert option["interval"][0] <= option["score"] <= option["interval"][1]


def test_a_brief_trace_has_neither_states_nor_options():
    story, steps = played("tranquility", policy="spacing", is_full=False)
    trace = trace_of(story, steps)
    assert problems(trace, SCHEMA) == []
    assert not {"state", "options", "changed"} & set(trace["steps"][0])


def test_a_step_behind_the_end_is_refused():
    story, steps = played("tranquility", policy="spacing", is_full=False)
    assert trace_of(story, steps, len(steps))["steps"][0]["number"] == len(steps)
    with pytest.raises(BadInput, match=f"--from {len(steps) + 1}: this game has steps 1 to {len(steps)}"):
        trace_of(story, steps, len(steps) + 1)


# Who won, and why


def test_a_team_wins_or_loses_with_a_reason():
    words = {}
    for deal in (0, 1, 2, 3, 4, 5, 6, 7):
        if len(words) == 2:
            break
        story, _ = played("tranquility", deal=deal, policy="spacing", variant="poseidon", is_full=False)
        words[story.outcome["won"]] = story.result
    assert words[True].startswith("The team won in turn")
    assert "a Finish was played" in words[True]
    assert words[False].startswith("The team lost in turn")
    assert ": " in words[False]


def test_a_contest_names_the_winner_and_the_scores():
    story, _ = played("tranquility", variant="competitive", policy="spacing,random_legal", is_full=False)
    winners, scores = story.outcome["winners"], story.outcome["scores"]
    assert winners
    assert all(f"eat {seat} ({('spacing', 'random_legal')[seat]})" in story.result for seat in winners)
    assert all(str(score) in story.result for score in scores)


# Two games of one deal


def test_two_games_differ_from_the_first_other_answer_on():
    one = played("tranquility", policy="spacing", is_full=False)[1]
    other = played("tranquility", policy="gap_counting", is_full=False)[1]
    first = first_difference(one, other)
    assert first is not None
    assert [step.answer for step in one[: first - 1]] == [step.answer for step in other[: first - 1]]
    assert (one[first - 1].board, one[first - 1].answer) != (other[first - 1].board, other[first - 1].answer)
    assert first_difference(one, one) is None
    assert first_difference(one, one[:-1]) == len(one)


def test_moments_go_through_both_games_turn_by_turn():
    one, other = [1, 1, 2, 3, 9], [1, 2, 2, 2, 9]
    moments = moments_of(one, other)
    assert moments == [(1, 1), (2, 1), (3, 2), (3, 3), (3, 4), (4, 4), (5, 5)]
    for side, turns in enumerate((one, other)):
        assert sorted({moment[side] for moment in moments}) == list(range(1, len(turns) + 1))


def test_a_fallible_policy_tells_what_it_overlooked(toy):
    """Where it noticed nothing it answered at random, for this one rates nothing; its policy's answer is told."""
    found = []
    for deal in range(40):
        story, steps = played(toy, deal, policy="fallible(rock,sight=0.3)")
        assert problems(trace_of(story, steps), SCHEMA) == []
        found += [(step, step.overlooked) for step in steps]
    noticed = [step for step, one in found if one.groups == 0]
    missed = [(step, one) for step, one in found if one.groups > 0]
    assert all(step.answer == step.overlooked.answer and "overlooked nothing" in step.reasons[-1] for step in noticed)
    assert any(step.answer != one.answer for step, one in missed)
    assert all(one.is_blind and one.as_dict()["groups"] is None for _, one in missed)
    assert all(f"its policy would have answered: {one.words}" in step.reasons[-1] for step, one in missed)
    share = len(noticed) / len(found)
    assert abs(share - 0.3) < 4 * (0.21 / len(found)) ** 0.5


def test_who_overlooks_nothing_has_nothing_to_tell(toy):
    _, steps = played(toy, policy="fallible(rock,sight=1)")
    assert all(step.overlooked is None and "overlooked" not in step.as_dict() for step in steps)
