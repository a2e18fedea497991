"""A report says nothing twice, draws nothing twice, and has no heading twice."""

import pandas as pd

from analyzer.reporting import charts, findings, lists
from analyzer.reporting.document import Bullets, Figure, Labelled, Prose, Section
from analyzer.reporting.topics import modules
from analyzer.reporting.topics.policies import ways
from tools.covering.fabricated import fabricate

WINS = "Whoever begins wins 60 % of the games."


def once(*sections):
    return [section.parts for section in findings.said_once(sections)]


def test_a_sentence_is_said_in_the_first_section_that_has_it():
    first = Section(
        "a", "A", (Prose(f"Played by experts: whoever begins {WINS[15:]}"), Labelled((("Change", "All of it."),)))
    )
    parts = once(first, Section("b", "B", (Prose(f"{WINS} The second wins the rest of them."), Bullets((WINS,)))))
    assert parts[0] == first.parts
    assert [part.text for part in parts[1]] == ["The second wins the rest of them."]


def test_short_words_and_other_sentences_stay():
    kept = Section("b", "B", (Prose("95 % intervals."), Bullets(("Whoever begins wins 61 % of the games.",))))
    assert once(Section("a", "A", (Prose(f"{WINS} 95 % intervals."),)), kept)[1] == kept.parts


def test_an_item_is_not_cut_down_to_whom_it_is_about():
    item = f"2 players, good: fine. {WINS}"
    (_, (bullets,)) = once(Section("a", "A", (Prose(WINS),)), Section("b", "B", (Bullets((item, WINS)),)))
    assert bullets.items == (item,)


def drawn(name, value, title="what"):
    frame = pd.DataFrame([{"label": "a", "group": "", "value": value, "low": value - 0.1, "high": value + 0.1}])
    options = {"xlabel": "change, in points", "groups": [""], "factor": 100.0}
    return Figure(name, title, "alt", charts.draw_effects, frame, options)


def test_the_same_figure_is_drawn_once_and_the_same_heading_stands_once():
    parts = [drawn("overview", 0.3), drawn("again", 0.3), drawn("larger", 0.3, "all of them")]
    (section,) = findings.with_findings([Section("s", "S", tuple(parts))], "source")
    assert [(part.name, part.finding) for part in section.parts] == [
        ("overview", "Largest change: a, +30 points"),
        ("larger", "all of them"),
    ]


def test_every_pair_of_modules_has_its_field():
    (figure,) = (
        part
        for part in modules.build(fabricate("tranquility_modules", 200, 1, 0.5)).parts
        if getattr(part, "name", "") == "pairs"
    )
    fields = {(row["row"], row["column"]) for row in figure.frame.to_dict("records")}
    assert ("Poseidon", "Jagged Rocks") in fields
    assert ("Jagged Rocks", "Poseidon") in fields
    assert ("Poseidon", "Poseidon") in fields
    assert len(fields) == 2 * 22 + 8
    assert figure.finding.startswith("Won least: ")


def test_variations_of_one_way_to_play_are_called_by_what_tells_them_apart():
    results = fabricate("tranquility_start_split", 200, 1)
    assert ways.way_labels(results, ["spacing", "even_split"]) == ["as usual", "the Start shared evenly"]
    assert ways.ways(fabricate("portolano_policies", 20, 1)) == {}


def test_cells_with_few_lost_games_are_left_out_of_figures_of_losses_and_it_is_said():
    rows = pd.DataFrame({"cell": ["a", "a", "b"], "lost": [99, 99, 100]})
    kept, said = lists.enough_lost(rows)
    assert (list(kept["cell"]), said) == (["b"], "Left out: 1 of 2 variants, with fewer than 100 lost games.")
    for all_alike in (rows[rows["lost"] < 100], rows[rows["lost"] >= 100]):
        assert lists.enough_lost(all_alike)[1] == ""
