"""Sections about competitive games, against numbers computed from the rows."""

import numpy as np
import pytest
from msgspec.structs import replace

from analyzer.reporting.document import Bullets, Figure, Kind, Prose, Table, Tone
from analyzer.reporting.naming import policy_words
from analyzer.reporting.topics import answer, ladder, luck, policies, seats, sweep
from analyzer.reporting.wording import write
from analyzer.stats import Estimate
from analyzer.stats.proportions import win_share

CHEAP, FIELD, RANDOM = "spacing(cost=0.2)", "spacing", "random_legal"


def shares(results, policy):
    """The mean share per deal of a policy over the two seats against the field, from the rows."""
    found = []
    for cell in results.manifest.cells:
        if policy in cell.policies and len(set(cell.policies)) > 1:
            seat = cell.policies.index(policy)
            found.append(results.rows(cell.cell)[f"share_{seat}"].to_numpy())
    assert len(found) == 2
    return np.mean(found, axis=0)


def tables(section):
    return {item.name: item for item in section.parts if isinstance(item, Table)}


def test_strategies_are_averaged_over_the_seats(finished):
    results = finished("contest_run")
    frame = tables(policies.build(results))["strategies"].frame
    assert set(frame["policy"]) == {CHEAP, RANDOM}
    for policy in (CHEAP, RANDOM):
        values = shares(results, policy)
        row = frame[frame["policy"] == policy].iloc[0]
        assert row["win_share"] == win_share(2000, float(values.sum()), float((values**2).sum()))
        assert row["fair"] == 0.5


def test_policies_are_compared_on_the_same_deals(finished):
    results = finished("contest_run")
    row = tables(policies.build(results))["strategy_pairs"].frame.iloc[0]
    gaps = shares(results, row["first"]) - shares(results, row["second"])
    assert row["difference"].value == pytest.approx(gaps.mean())


def test_the_answer_names_the_best_way_to_play(finished):
    results = finished("contest_run")
    lead = next(item for item in answer.build(results).parts if isinstance(item, Prose) and item.tone is Tone.LEAD)
    best = max((CHEAP, RANDOM), key=lambda policy: shares(results, policy).mean())
    assert shares(results, best).mean() < 0.4  # the field is stronger, and the answer must say so
    called = policy_words(results, best)
    assert lead.text.startswith(f"No other way to play is as good as a casual player; {called} comes closest.")
    assert FIELD not in lead.text


def test_turn_order_only_where_all_play_alike(finished):
    results = finished("contest_run")
    section = seats.build(results)
    effects = tables(section)["turn_effects"].frame
    assert list(effects["policy"]) == [FIELD]
    rows = results.rows(effects["cell"].iloc[0])
    began = np.where(rows["first"] == 0, rows["share_0"], rows["share_1"]).mean()
    figure = next(item for item in section.parts if isinstance(item, Figure) and item.name == "turn_order")
    assert list(figure.frame["group"]) == ["first player", "second player"]
    assert list(figure.frame["value"]) == pytest.approx(
        [began, rows["share_0"].mean() + rows["share_1"].mean() - began]
    )
    spoken = " ".join(text for part in section.parts if isinstance(part, Bullets) for text in part.items)
    assert "No seat" not in spoken
    assert "turn order" in spoken or "Beginning is" in spoken


def test_scores_margins_and_length_are_those_of_the_rows(finished):
    results = finished("contest_run")
    frame = tables(seats.build(results))["contests"].frame
    row = frame.iloc[0]
    rows = results.rows(row["cell"])
    scores = rows[["score_0", "score_1"]].to_numpy()
    assert row["best"].value == pytest.approx(scores.max(axis=1).mean())
    assert row["margin"].value == pytest.approx(np.abs(scores[:, 0] - scores[:, 1]).mean())
    assert row["turns"].value == pytest.approx(rows["turns"].mean())
    began = np.where(rows["first"] == 0, rows["share_0"], rows["share_1"])
    decided = rows["share_0"] + rows["share_1"] > 0
    assert row["first"].value == pytest.approx(began[decided].mean())


def test_the_spread_of_scores_is_that_of_all_seats(finished):
    results = finished("contest_run")
    section = seats.build(results)
    figure = next(item for item in section.parts if isinstance(item, Figure) and item.name == "spread_score")
    cell = tables(section)["turn_effects"].frame["cell"].iloc[0]
    rows = results.rows(cell)
    every = np.sort(np.concatenate([rows["score_0"], rows["score_1"]]))
    assert figure.frame["median"].iloc[0] == every[(len(every) + 1) // 2 - 1]


def test_policy_and_seat_share_the_variance(finished):
    results = finished("contest_run")
    frame = tables(luck.build(results))["variance"].frame
    assert list(frame["part"])[:2] == ["the policy", "the seat"]
    assert sum(share.value for share in frame["share"]) == pytest.approx(1.0)


def test_a_team_is_asked_who_begins(finished):
    results = finished("single_run")
    frame = tables(seats.build(results))["first_player"].frame
    rows = results.rows(results.manifest.cells[0].cell)
    for row in frame.to_dict("records"):
        own = rows[rows["first"] == row["first"]]
        assert row["win_rate"].value == pytest.approx((own["cause"] == "won").mean())


def test_every_change_has_a_line_of_its_own_with_who_played_it(finished):
    """Two policies had one name for a change, and a table had two values in one place."""
    results = finished("contest_sweep_run")
    section = seats.build(results)
    frame = tables(section)["contest_switch"].frame
    assert list(frame["change"]) == [f"comp_row = {n}, {who}" for who in ("spacing", "random_legal") for n in (4, 5)]
    for row in frame.to_dict("records"):
        value, who = row["change"].removeprefix("comp_row = ").split(", ")
        long, short = (_turns(results, f"comp_row={n}", who) for n in (value, 3))
        assert row["turns"].value == pytest.approx((long - short).mean())
    figures = [part for part in section.parts if isinstance(part, Figure) and part.name.startswith("contest_switch")]
    assert figures
    assert all(figure.frame["label"].is_unique for figure in figures)


def test_a_swept_contest_has_no_curve_of_a_team(finished):
    assert sweep.build(finished("contest_sweep_run")) is None


def _turns(results, sets, policy):
    entry = next(cell for cell in results.manifest.cells if list(cell.sets) == [sets] and cell.policy == policy)
    return results.rows(entry.cell)["turns"].to_numpy()


def with_sections(results, *sections):
    """The same run, asked for other sections."""
    asked = replace(results.manifest.experiment, sections=sections)
    return type(results)(results.folder, replace(results.manifest, experiment=asked))


def test_a_contest_among_team_games_is_shown_beside_the_ladder(finished):
    """57,344 games of the competitive variant were played for the difficulty report, and shown nowhere."""
    results = finished("mixed_run")
    frame = tables(ladder.build(results))["contest_wins"].frame
    (cell,) = (cell.cell for cell in results.manifest.cells if cell.is_competitive)
    rows = results.rows(cell)
    began = np.where(rows["first"] == 0, rows["share_0"], rows["share_1"])
    assert list(frame["name"]) == ["the competitive game†", "the competitive game†"]
    assert list(frame["winner"]) == ["first player", "second player"]
    assert list(frame["games"]) == [2000, 2000]
    assert [share.value for share in frame["win_share"]] == pytest.approx([began.mean(), 1 - began.mean()])
    assert all(share.low < share.value < share.high for share in frame["win_share"])


def test_the_summary_says_who_wins_where_no_team_does(finished):
    results = finished("mixed_run")
    (text,) = ladder.contests.say_contests(results)
    share = tables(ladder.build(results))["contest_wins"].frame["win_share"].iloc[0]
    assert text == (
        "The competitive game† has no win rate of a team, as its players play against each other: the first player "
        f"wins {write(share, Kind.PERCENT)} among two casual players."
    )
    assert text in [part.text for part in answer.build(results).parts if isinstance(part, Prose)]


def test_it_is_not_shown_twice_where_turn_order_has_its_section(finished):
    results = with_sections(finished("mixed_run"))
    assert "contest_wins" not in tables(ladder.build(results))
    assert "turn_order" in tables(seats.build(results))


@pytest.mark.parametrize("name", ["ladder_run", "contest_run"])
def test_runs_of_one_kind_say_nothing_of_the_other(finished, name):
    assert ladder.contests.say_contests(finished(name)) == []


def test_another_contest_gives_another_sentence():
    share, other = Estimate(0.5, 0.48, 0.52, 0.95, 2000, "wilson"), Estimate(0.25, 0.23, 0.27, 0.95, 2000, "wilson")
    begun = [ladder.contests.begins(one, who) for one, who in ((other, "four experts"), (share, "four novices"))]
    assert begun[0] == "the first player wins 25 % [23, 27] among four experts"
    told = ladder.contests.no_team("the race", begun)
    assert told.endswith(": the first player wins 25 % [23, 27] among four experts; 50 % [48, 52] among four novices.")
    both = ladder.contests.differ([("x", other), ("y", share)], 300, "two players")
    assert both == "with two players x wins 25 % [23, 27] and y wins 50 % [48, 52] of 300 games"
    assert ladder.contests.no_team("the race", ["a"]).startswith("The race has no win rate of a team")
    assert ladder.contests.no_team("the race", list("abcdef")).endswith(": a; b; c; d (4 of 6 tables named).")
