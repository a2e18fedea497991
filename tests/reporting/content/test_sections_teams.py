"""Sections about cooperative games, against numbers computed from the rows."""

from math import log

import pandas as pd
import pytest

from analyzer.analysis import changes
from analyzer.reporting.document import Bullets, Figure, Prose, Table, Tone
from analyzer.reporting.topics import answer, differences, ladder, losses, luck, modules, players, policies
from analyzer.reporting.topics import modules as module_sentences
from analyzer.reporting.topics.answer.evidence import evidence
from analyzer.reporting.topics.differences import sentences as reading_sentences
from analyzer.stats.effects import together
from analyzer.stats.estimate import Estimate
from analyzer.stats.paired import count_pairs
from analyzer.stats.proportions import wilson


def rate(results, variant, count, policy="spacing"):
    """The win rate of a cell, from its rows."""
    cell = next(
        item.cell
        for item in results.manifest.cells
        if (item.setting, item.players, item.policy) == (variant, count, policy)
    )
    rows = results.rows(cell)
    return wilson(int((rows["cause"] == "won").sum()), len(rows))


def table_of(section, name):
    return next(item for item in section.parts if isinstance(item, Table) and item.name == name)


def figure_of(section, name):
    return next(item for item in section.parts if isinstance(item, Figure) and item.name == name)


def texts(section):
    for item in section.parts:
        if isinstance(item, Prose):
            yield item.text
        elif isinstance(item, Bullets):
            yield from item.items


def test_the_answer_names_the_hardest_variant_with_its_rate(finished):
    results = finished("ladder_run")
    section = answer.build(results)
    lead = next(item for item in section.parts if isinstance(item, Prose) and item.tone is Tone.LEAD)
    low = rate(results, "poseidon", 3)
    assert lead.text.startswith(
        "Of five variants Poseidon is the hardest and the base game the easiest. The printed icons"
    )
    *_, sure = (item for item in section.parts if isinstance(item, Prose))
    assert sure.label == "How sure?"
    assert sure.text.startswith("Played by a casual player: of 5 variants the hardest is Poseidon (12 Islands removed)")
    assert f"{100 * low.value:.0f} % [" in sure.text
    spoken = " ".join(texts(section))
    assert "2\u202f000 deals in each of 10 game settings" in spoken
    assert "storm†" not in lead.text
    assert 3 <= len(evidence(results)) <= 4


def test_a_different_result_gives_a_different_answer(finished):
    easy, hard = (answer.answer(finished(name)) for name in ("ladder_run", "switch_run"))
    assert easy != hard


def test_a_single_cell_is_answered_by_its_rate(finished):
    results = finished("single_run")
    assert evidence(results)[0].startswith("Played by a casual player: with two players")
    assert answer.answer(results)[0].startswith("With two players casual players win")
    for module in (ladder, players, modules, policies):
        assert module.build(results) is None


def test_the_ladder_table_holds_the_rates_of_the_rows(finished):
    results = finished("ladder_run")
    table = table_of(ladder.build(results), "ladder")
    assert table.frame["variant"].iloc[0] == "Poseidon (12 Islands removed)"
    assert table.frame["code"].iloc[0] == "poseidon"
    assert table.frame["variant"].iloc[-1] == "the base game"
    first = table.frame.iloc[0]
    assert first["win_rate_0"] == rate(results, "poseidon", 2)
    assert first["win_rate_1"] == rate(results, "poseidon", 3)
    assert first["printed"] == "◆◆◆"
    assert "Storm and Compass†" in list(table.frame["variant"])
    assert "†" in table.note


def test_the_ladder_figure_has_a_mark_for_every_cell(finished):
    results = finished("ladder_run")
    figure = figure_of(ladder.build(results), "ladder")
    assert len(figure.frame) == 10
    assert figure.options["groups"] == ["two players", "three players"]
    assert (figure.frame["low"] <= figure.frame["value"]).all()


def test_players_by_variants(finished):
    results = finished("ladder_run")
    section = players.build(results)
    table = table_of(section, "win_rates")
    own = table.frame[(table.frame["name"] == "triton") & (table.frame["players"] == 2)]
    assert own["win_rate"].iloc[0] == rate(results, "triton", 2)
    figure = next(item for item in section.parts if isinstance(item, Figure))
    assert figure.options["columns"] == [2, 3]
    assert len(figure.frame) == 10


def test_differences_are_those_of_the_rows(finished):
    results = finished("ladder_run")
    table = table_of(differences.build(results), "differences")
    row = next(
        row
        for row in table.frame.to_dict("records")
        if (row["first"], row["second"], row["players"]) == ("base", "triton", 3)
    )
    cells = {item.variant: item.cell for item in results.manifest.cells if item.players == 3}
    won = [(results.rows(cells[name])["cause"] == "won").to_numpy() for name in ("base", "triton")]
    pairs = count_pairs(*won)
    assert row["difference"].value == pytest.approx((pairs.only_a - pairs.only_b) / 2000)
    assert row["difference"].level > 0.99
    assert len(table.frame) == 2 * 10


def test_readings_are_compared_with_the_default(finished):
    results = finished("reading_run")
    sentences = evidence(results)
    assert "the reading that was tried changes the win rate for certain" in sentences[0]
    assert "most of all “one card at the start of a turn may be played, or is a loss”: is a loss" in sentences[0]
    apart = next(text for text in sentences if "no readings" in text)
    assert apart.startswith(
        "3 settings that were tried alone are no readings: 1 for experiments only, 1 of the simulator"
    )
    assert "most of all “cost between two neighbours”: larger difference" in apart
    shown = {item.name: item.frame for item in differences.build(results).parts if isinstance(item, Table)}
    assert set(shown["changes_reading"]["change"]) == {"one_card = loss"}
    table = shown["changes_other"]
    assert dict(zip(table["change"], table["why"], strict=True))["early_loss = true"] == "of the simulator"
    row = next(row for row in table.to_dict("records") if row["change"] == "cost_rule = max" and row["players"] == 2)
    gap = rate(results, "base[cost_rule=max]", 2).value - rate(results, "base", 2).value
    assert row["difference"].value == pytest.approx(gap)


@pytest.fixture
def readings_told(finished, monkeypatch):
    """Say what readings do, with made-up win rates of one of them; the others stay as they were played."""

    def told(before, after):
        results = finished("reading_run")
        known = changes.changes

        def made_up(asked, kind):
            table = known(asked, kind)
            is_max = [results.entry(cell).changes.get("cost_rule") == "max" for cell in table["cell"]]
            gap = after.shifted(offset=-before.value)
            own = {"win_rate": after, "reference_rate": before, "difference": gap}
            return table.assign(
                **{
                    name: [value if hit else old for hit, old in zip(is_max, table[name], strict=True)]
                    for name, value in own.items()
                }
            )

        monkeypatch.setattr(changes, "changes", made_up)
        return reading_sentences.say_readings(results), " ".join(texts(differences.build(results)))

    return told


def test_a_reading_under_which_the_player_collapses_is_said_to_speak_of_the_player_too(readings_told):
    """It said that a rule costs 94 points, of a policy whose prices assume the other rule."""
    sentences, section = readings_told(wilson(1900, 2000), wilson(20, 2000))
    assert sentences[1].startswith(
        "Under “cost between two neighbours”: larger difference a casual player hardly ever wins"
    )
    for said in (" ".join(sentences), section):
        assert "Such a collapse says as much about the player as about the rule." in said


def test_a_reading_that_only_makes_the_game_harder_is_no_collapse(readings_told):
    sentences, section = readings_told(wilson(1900, 2000), wilson(900, 2000))
    assert "collapse" not in " ".join([*sentences, section])
    assert "may not make the best of another one" in section  # which is said of every reading


def test_switches_are_compared_with_the_first(finished):
    results = finished("switch_run")
    assert any("“what the Start costs a single player”: nothing" in text for text in evidence(results))
    section = differences.build(results)
    assert {item.name for item in section.parts if isinstance(item, Table)} == {"changes_switch", "changes_variant"}


def test_modules_add_and_interact(finished):
    results = finished("module_run")
    section = modules.build(results)
    spoken = " ".join(texts(section))
    assert "Of 3 modules added to the plain game Storm and Compass† changes the win rate most" in spoken
    tables = {item.name: item for item in section.parts if isinstance(item, Table)}
    row = next(
        row
        for row in tables["interactions"].frame.to_dict("records")
        if {row["module"], row["given"]} == {"galateia", "rocks"}
    )
    rates = {name: rate(results, name, 3).value for name in ("base", "galateia", "rocks", "galateia+rocks")}
    expected = rates["galateia+rocks"] - rates["galateia"] - rates["rocks"] + rates["base"]
    assert row["probability"].value == pytest.approx(expected)


def test_a_pair_right_of_zero_is_won_more_often_than_the_sum_of_its_effects(finished):
    """It was once called "together less hard than both alone", which no sum of effects says."""
    results = finished("module_run")
    figure = figure_of(modules.build(results), "interactions")
    assert "Right of zero the two together are won more often than the sum of their effects" in figure.note
    in_odds = "odds" in figure.options["xlabel"]
    base = on_scale(rate(results, "base", 3), in_odds=in_odds)
    assert len(figure.frame) == 3
    called = {modules.short_label(results, name): name for name in ("galateia", "rocks", "storm")}
    for row in figure.frame.to_dict("records"):
        first, second = (called[words] for words in row["label"].split(" with "))
        alone = [on_scale(rate(results, name, 3), in_odds=in_odds) for name in (first, second)]
        both = on_scale(rate(results, f"{first}+{second}", 3), in_odds=in_odds)
        assert row["value"] == pytest.approx(both - sum(alone) + base, abs=0.02)
        assert row["low"] <= row["value"] <= row["high"]


def on_scale(found, *, in_odds):
    return log(found.value / (1.0 - found.value)) if in_odds else found.value


MIDDLE, FLOOR = (0.5, 0.4, 0.4, 0.3), (0.3, 0.04, 0.1, 0.03)  # win rates of the four cells of a pair


def pair(first, second, points, odds, rates=MIDDLE):
    """One row of interactions, judged as the analysis judges it; (value, half-width) on each scale."""
    by_points, by_odds = (Estimate(v, v - h, v + h, 0.95, 2000, "test") for v, h in (points, odds))
    verdict = together(by_points, by_odds, rates)
    names = {"players": 3, "policy": "spacing", "kind": "interaction", "module": first, "given": second}
    scales = {"probability": by_points, "logit": by_odds}
    return names | scales | {"together": verdict.word, "leading": verdict.leading}


@pytest.fixture
def pairs_told(finished, monkeypatch):
    """Build the section on modules, and the answer, from made-up pairs."""
    known = module_sentences.simultaneous_effects

    def told(*rows):
        table = pd.DataFrame(rows)
        for module in (modules, module_sentences):
            monkeypatch.setattr(
                module, "simultaneous_effects", lambda r, kind: table if kind == "interaction" else known(r, kind)
            )
        results = finished("module_run")
        return modules.build(results), evidence(results)

    return told


def test_the_pair_that_is_named_is_the_largest_on_which_both_scales_agree(pairs_told):
    """The first pair of the table is not it, nor is the largest in points, which the odds contradict."""
    section, said = pairs_told(
        pair("galateia", "rocks", (0.02, 0.011), (0.10, 0.05)),
        pair("galateia", "storm", (0.30, 0.02), (-1.0, 0.2), FLOOR),
        pair("rocks", "storm", (-0.05, 0.02), (-0.5, 0.2)),
    )
    sentence = next(text for text in texts(section) if "pairs of modules" in text)
    assert sentence == (
        "2 of 3 pairs of modules differ from the sum of their parts for certain, in points and in the odds; most of "
        "all, in points, Jagged Rocks together with Storm and Compass†: harder than the sum of both effects (−5 points "
        "[−7, −3]; odds of winning −0.5 [−0.7, −0.3] steps). In one pair points and odds point in opposite directions."
    )
    finding = "Of 3 pairs one is harder together than the sum of their parts and one easier, for certain"
    assert figure_of(section, "interactions").finding == finding
    assert sentence in said
    table = table_of(section, "interactions").frame
    assert list(zip(table["module"], table["given"], table["together"], strict=True)) == [
        ("galateia", "storm†", "scales differ"),
        ("rocks", "storm†", "harder"),
        ("galateia", "rocks", "easier"),
    ]
    assert list(figure_of(section, "interactions").frame["value"]) == [-1.0, -0.5, 0.1]  # odds: one pair hits the floor


def test_no_pair_is_called_harder_or_easier_where_points_and_odds_disagree(pairs_told):
    section, said = pairs_told(
        pair("galateia", "rocks", (0.02, 0.03), (0.10, 0.2)),
        pair("galateia", "storm", (0.30, 0.02), (-1.0, 0.2), FLOOR),
        pair("rocks", "storm", (-0.05, 0.02), (-0.1, 0.2)),
    )
    sentence = next(text for text in texts(section) if text.startswith("No pair of modules"))
    assert (
        "the largest estimate is Galateia (4 Islands removed) with Storm and Compass† (odds of winning −1.0" in sentence
    )
    assert sentence.endswith("In one pair points and odds point in opposite directions.")
    assert figure_of(section, "interactions").finding.startswith("None of 3 pairs differs from the sum of its parts")
    spoken = " ".join([*texts(section), *said])
    assert "harder than the sum" not in spoken
    assert "easier than the sum" not in spoken


def test_losses_show_causes_boards_and_starts(finished):
    results = finished("ladder_run")
    section = losses.build(results)
    figures = {item.name: item for item in section.parts if isinstance(item, Figure)}
    assert set(figures) == {"causes", "survival", "board"}
    for _label, group in figures["causes"].frame.groupby("label"):
        assert group["value"].sum() == pytest.approx(1.0)
    cell = next(c.cell for c in results.manifest.cells if (c.variant, c.players) == ("base", 3))
    rows = results.rows(cell)
    lost = rows[rows["cause"] != "won"]
    board = figures["board"].frame
    corner = board[(board["label"] == "the base game") & (board["column"] == 0) & (board["row"] == 0)]["value"].iloc[0]
    assert corner == pytest.approx(((lost["empty"].astype("uint64") & 1) == 1).mean())
    starts = table_of(section, "late_start_turn").frame
    own = starts[(starts["name"] == "base") & (starts["outcome"] == "won")].iloc[0]
    won = rows[rows["cause"] == "won"]
    assert own["turn"].value == pytest.approx(won.loc[won["start_turn"] > 0, "start_turn"].mean())
    assert own["never"].value == pytest.approx((won["start_turn"] == 0).mean())


def test_luck_is_measured_by_deal(finished):
    results = finished("ladder_run")
    section = luck.build(results)
    table = table_of(section, "by_deal").frame
    own = table[(table["measure"] == "start_depth") & (table["players"] == 3)]
    cell = own["cell"].iloc[0]
    rows = results.rows(cell)
    for row in own.to_dict("records"):
        inside = rows[rows["start_depth"].between(row["low"], row["high"])]
        assert row["games"] == len(inside)
        assert row["win_rate"].value == pytest.approx((inside["cause"] == "won").mean())
    assert own["games"].sum() == 2000


def test_policies_are_ordered_and_statements_tested_on_each(finished):
    results = finished("policy_run")
    section = policies.build(results)
    figure = next(item for item in section.parts if isinstance(item, Figure))
    assert list(dict.fromkeys(figure.frame["label"]))[-1] == "a player without a thought"
    spoken = " ".join(texts(section))
    assert "“Poseidon (12 Islands removed) is the hardest variant with three players” holds with" in spoken
    table = next(item for item in section.parts if isinstance(item, Table) and item.name == "policies").frame
    row = table[(table["name"] == "base") & (table["players"] == 2) & (table["policy"] == "even_split")].iloc[0]
    assert row["win_rate"] == rate(results, "base", 2, "even_split")


def test_luck_and_skill_with_a_floor(finished):
    results = finished("policy_run")
    section = luck.build(results)
    tables = {item.name: item for item in section.parts if isinstance(item, Table)}
    for _label, group in tables["variance"].frame.groupby("label"):
        assert sum(share.value for share in group["share"]) == pytest.approx(1.0)
    assert set(tables["bounds"].frame["role"]) == {"floor: random legal play", "in between"}
