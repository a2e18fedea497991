from types import SimpleNamespace

import numpy as np
import pytest

from analyzer.analysis import certainty, changes, places
from analyzer.analysis import frames as factors
from analyzer.analysis.frames import remembered
from analyzer.analysis.modules import simultaneous_effects
from analyzer.analysis.tables import win_rates
from analyzer.catalog import load_game
from analyzer.stats.paired import count_pairs, mcnemar
from tests.analysis.altered import altered


def won(results, cell):
    return (results.rows(cell)["cause"] == "won").to_numpy()


def test_factors_are_those_of_the_spec(modules, competitive):
    found = factors.factors_of(modules)
    assert found.plain == "base"
    assert found.has_sums
    assert (found.is_cooperative, found.is_competitive) == (True, False)
    assert found.players == (2, 3)
    assert factors.factors_of(competitive).is_competitive


def test_a_variant_is_compared_with_the_plain_game(modules):
    found = factors.references_of(modules)
    names = {cell.cell: cell for cell in modules.manifest.cells}
    assert found["reading"] == []
    assert len(found["variant"]) == len(names) - 2  # all but the plain game with two and three players
    for cell, reference in found["variant"]:
        assert names[reference].variant == "base"
        assert names[reference].players == names[cell].players


def test_changes_are_those_of_the_rows_and_hold_together(modules):
    table = changes.changes(modules, "variant")
    assert len(table) == 10
    for row in table.to_dict("records")[:3]:
        pairs = count_pairs(won(modules, row["cell"]), won(modules, row["reference"]))
        assert row["difference"].value == pytest.approx((pairs.only_a - pairs.only_b) / 9000)
        assert row["difference"].level == certainty.each(modules)
        assert row["p_value"] == mcnemar(pairs).p_value
    assert changes.changes(modules, "policy").empty


def test_the_hardest_is_named_alone_only_if_it_is_told_apart(modules):
    hardest = changes.extreme_labels(modules, "variant", hardest=True)
    table = places.ladder(modules)
    assert hardest[0] == table["variant"].iloc[-1]
    assert changes.extreme_labels(modules, "variant", hardest=False) == ["base"]
    three = win_rates(modules).query("players == 3")
    order = sorted(three.to_dict("records"), key=lambda row: row["win_rate"].value)
    found = changes.extreme_cells(modules, list(three["cell"]), hardest=True)
    assert found[0] == order[0]["cell"]


def test_cells_that_win_equally_often_are_a_tie(modules):
    """A cell against itself can never be told apart."""
    cell = modules.manifest.cells[0].cell
    assert changes.extreme_cells(modules, [cell, cell], hardest=True) == [cell, cell]


def test_few_wins_are_not_enough_to_be_told_apart_on_the_scale(modules):
    """Wins taken away until almost none is left: normal intervals would call 1 against 6 certain."""
    cells = [cell for cell in modules.manifest.cells if cell.variant in ("poseidon", "poseidon+rocks")]
    outcomes = {}
    for number, cell in enumerate(cells):
        wins = np.zeros(9000, dtype=bool)
        wins[number * 10 : number * 10 + (1 if cell.variant == "poseidon" else 6)] = True
        outcomes[cell.cell] = (wins, None)
    few = altered(modules, outcomes)
    scale = places.scales(few)[0]
    assert scale.difference("poseidon", "poseidon+rocks").value > 0
    table = places.ladder(few).set_index("variant")
    assert list(table.index[table["is_sparse"].astype(bool)]) == ["poseidon+rocks", "poseidon"]
    assert set(changes.extreme_labels(few, "variant", hardest=True)) == {"poseidon", "poseidon+rocks"}


def test_an_answer_is_kept_with_its_results(modules):
    calls = []

    @remembered
    def ask(results, what):
        calls.append(what)
        return what

    fresh = type(modules)(modules.folder, modules.manifest)
    assert [ask(fresh, 1), ask(fresh, 1), ask(fresh, 2)] == [1, 1, 2]
    assert calls == [1, 2]
    assert ask(type(modules)(modules.folder, modules.manifest), 1) == 1
    assert calls == [1, 2, 1]


def switch(name, role="rule", source="assumed", **others):
    return SimpleNamespace(name=name, role=role, source=source, source_of=others)


def standing_of(name, text):
    switches = [
        switch("one_card", source="inferred", loss="rulebook"),
        switch("start2p", source="rulebook", upto7="public"),
        switch("row_shift", source="rulebook", left="assumed"),
        switch("rocks_stay_cost", source="rulebook"),
        switch("cost_rule", role="experiment", source="rulebook", max="assumed"),
        switch("early_loss", role="simulation"),
    ]
    results = SimpleNamespace(manifest=SimpleNamespace(game=SimpleNamespace(switches=switches)))
    return factors.standing(results, SimpleNamespace(change_texts={name: text}))


def test_only_doubtful_clauses_have_readings():
    """Experiments, choices of the simulator and departures from the rulebook were counted as readings."""
    assert [standing_of("one_card", "loss"), standing_of("start2p", "upto7")] == ["reading", "reading"]
    assert [standing_of("row_shift", "left"), standing_of("rocks_stay_cost", "island2")] == ["against", "against"]
    assert standing_of("cost_rule", "max") == "experiment"
    assert standing_of("early_loss", "true") == "simulation"
    assert standing_of("cards.islands", "70") == "value"


def test_every_game_says_which_of_its_switches_are_no_rules():
    roles = {}
    for name in ("tranquility", "portolano", "rumini", "islebound"):
        game = load_game(name)
        roles |= {f"{name}.{switch.name}": str(switch.role) for switch in game.switches if switch.role != "rule"}
    assert roles.pop("tranquility.cost_rule") == "experiment"
    assert set(roles.values()) == {"simulation"}
    assert {"tranquility.own_discard_memory", "tranquility.early_loss", "rumini.idle_rounds"} <= set(roles)


def test_what_a_module_does_alone_has_one_interval(modules):
    """It had one among the modules and another among the paired differences of the same report."""
    table = changes.changes(modules, "variant")
    known = {(row["players"], row["variant"]): row["difference"] for row in table.to_dict("records")}
    alone = simultaneous_effects(modules, "alone").to_dict("records")
    assert alone
    assert all(row["probability"] == known[row["players"], row["module"]] for row in alone)
