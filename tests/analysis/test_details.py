"""Boards, starts, deals, examples, contests and strategies, against the rows."""

from dataclasses import replace

import msgspec
import numpy as np
import pytest

from analyzer.analysis import certainty, contests, luck
from analyzer.analysis import frames as words
from analyzer.analysis import losses as boards
from analyzer.analysis import losses as endings
from analyzer.analysis import soundness as examples
from analyzer.analysis import tournaments as strategies
from analyzer.analysis.shares import Shares
from analyzer.games.words import Words


def test_empty_places_are_counted_over_lost_games(modules):
    table = boards.empty_places(modules)
    for cell in list(dict.fromkeys(table["cell"]))[:2]:
        rows = modules.rows(cell)
        lost = rows[rows["cause"] != "won"]
        own = table[table["cell"] == cell]
        places = modules.entry(cell).places
        assert len(own) == len(places)
        for row in own.to_dict("records"):
            mask = lost["empty"].astype("uint64") >> np.uint64(row["place"]) & np.uint64(1)
            assert row["lost"] == len(lost)
            assert row["empty"].value == pytest.approx(mask.mean())
            assert [row["column"], row["row"]] == places[row["place"]]


def test_a_competitive_cell_has_no_board(competitive):
    assert boards.empty_places(competitive).empty
    assert competitive.grids.empty


def test_starts_that_never_came_do_not_count_as_turn_zero(modules):
    table = endings.first_plays(modules)
    row = table[table["outcome"] == "not won"].iloc[0]
    rows = modules.rows(row["cell"])
    lost = rows[rows["cause"] != "won"]
    assert row["games"] == len(lost)
    assert row["never"].value == pytest.approx((lost["start_turn"] == 0).mean())
    assert row["turn"].value == pytest.approx(lost.loc[lost["start_turn"] > 0, "start_turn"].mean())


def test_ends_tell_won_from_other_games(modules):
    table = endings.endings(modules)
    assert set(table["measure"]) == {"finishes_lost", "turns", "filled", "paid", "discard_twos"}
    for row in table[table["outcome"] == "won"].to_dict("records"):
        rows = modules.rows(row["cell"])
        won = rows.loc[rows["cause"] == "won", row["measure"]]
        assert row["median"].value == np.sort(won)[(len(won) + 1) // 2 - 1]
        assert row["mean"].value == pytest.approx(won.mean())
        assert row["mean"].n == len(won)


def test_words_come_from_the_game_and_from_the_fields_of_one_without(modules):
    game = msgspec.structs.replace(modules.manifest.game, words=Words())
    bare = replace(modules, manifest=msgspec.structs.replace(modules.manifest, game=game))
    assert words.measure_words(modules, "paid") == "cards paid for placements"
    assert words.measure_words(bare, "discard_twos") == "discard twos"
    assert bare.manifest.game.words.score == "points"
    assert endings.first_plays(bare).empty
    assert set(endings.endings(bare)["words"]) == {"turns"}
    assert luck.by_deal(bare, tuple(cell.cell for cell in bare.manifest.cells)).empty


def test_deals_are_grouped_without_losing_one(modules):
    cells = tuple(cell.cell for cell in modules.manifest.cells[:2])
    table = luck.by_deal(modules, cells)
    assert set(table["measure"]) == {"start_depth", "opening_finishes"}
    for (cell, measure), group in table.groupby(["cell", "measure"]):
        rows = modules.rows(cell)
        assert len(group) <= luck.MOST_GROUPS
        assert group["games"].sum() == 9000
        for row in group.to_dict("records"):
            inside = rows[rows[measure].between(row["low"], row["high"])]
            assert row["win_rate"].value == pytest.approx((inside["cause"] == "won").mean())
    shares = luck.explained(modules, cells)
    assert len(shares) == 4
    assert all(0 <= share.low <= share.value <= share.high <= 1 for share in shares["share"])


def test_example_games_are_what_they_say(modules):
    table = examples.example_games(modules)
    assert set(table["kind"]) == {"narrow", "typical", "fastest"}
    for row in table.to_dict("records")[:6]:
        rows = modules.rows(row["cell"]).set_index("deal")
        won, lost = rows[rows["cause"] == "won"], rows[rows["cause"] != "won"]
        turns = rows.loc[row["deal"], "turns"]
        expected = {
            "narrow": won["turns"].max(),
            "typical": lost["turns"].sort_values().iloc[(len(lost) + 1) // 2 - 1],
            "fastest": lost["turns"].min(),
        }[row["kind"]]
        assert turns == row["value"] == expected
        assert row["command"].endswith(f"--seed 0 --deal {row['deal']}")
        assert (rows.loc[row["deal"], "cause"] == "won") == (row["kind"] == "narrow")


def test_example_games_of_a_contest(competitive):
    table = examples.example_games(competitive)
    for cell, group in table.groupby("cell"):
        rows = competitive.rows(cell).set_index("deal")
        margins = (rows["score_0"] - rows["score_1"]).abs()
        deals = group.set_index("kind")["deal"]
        assert margins[deals["narrow"]] == margins.min()
        assert rows.loc[deals["fastest"], "turns"] == rows["turns"].min()


def test_contests_are_means_over_deals(competitive):
    table = contests.contests(competitive)
    for row in table.to_dict("records"):
        rows = competitive.rows(row["cell"])
        scores = rows[["score_0", "score_1"]].to_numpy()
        assert row["best"].value == pytest.approx(scores.max(axis=1).mean())
        assert row["score"].value == pytest.approx(scores.mean())
        assert row["margin"].value == pytest.approx(np.abs(scores[:, 0] - scores[:, 1]).mean())
        assert row["turns"].value == pytest.approx(rows["turns"].mean())


def test_other_measures_are_means_of_the_rows(competitive):
    table = contests.other_measures(competitive)
    assert {"filled", "paid"} <= set(table["measure"])
    assert "decisions" not in set(table["measure"])
    for row in table.to_dict("records"):
        assert row["mean"].value == pytest.approx(competitive.rows(row["cell"])[row["measure"]].mean())


def test_changes_of_contests_are_paired_and_hold_together(competitive):
    table = contests.contest_changes(competitive, "policy")
    assert set(table["policy"]) == {"random_legal"}
    row = table[table["measure"] == "turns"].iloc[0]
    gaps = competitive.rows(row["cell"])["turns"] - competitive.rows(row["reference"])["turns"]
    assert row["difference"].value == pytest.approx(gaps.mean())
    assert row["difference"].level == certainty.each(competitive)


def test_deals_that_never_differ_have_no_false_certainty():
    same, more = (Shares(values, values) for values in (np.arange(100.0), np.arange(100.0) + 1.0))
    assert contests._difference(same, same, 0.95) is None
    assert contests._difference(more, same, 0.95).value == 1.0


def test_strategies_of_a_line_up_share_the_wins(competitive):
    table = strategies.strategies(competitive)
    assert set(table["policy"]) == {"spacing", "random_legal"}
    assert list(table["seats"]) == [2, 2]
    assert sum(share.value for share in table["win_share"]) == pytest.approx(1.0)
    gap = strategies.strategy_differences(competitive).iloc[0]
    assert abs(gap["difference"].value) == pytest.approx(
        abs(table["win_share"].iloc[0].value - table["win_share"].iloc[1].value)
    )
    setting = table["setting"].iloc[0]
    assert strategies.best_strategies(competitive, setting, 2) == ["spacing"]
    assert strategies.best_strategies(competitive, setting, 2, best=False) == ["random_legal"]


def test_margins_are_counted_once(competitive):
    counted = competitive.counts.query("measure == 'margin'").groupby("cell")["count"].sum()
    assert (counted == 9000).all()
