"""Claims: planted truths of the toy game are confirmed, errors refuted; the project's own hold in their quick form."""

import json

import numpy as np
import pytest
from scipy.special import gammaln

import analyzer
from analyzer.analysis.shares import Shares
from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.stats import proportions
from analyzer.studies.claim_files import read_claims
from analyzer.studies.claims import Claim, ClaimedCell, Judge
from tests.conftest import ROOT
from tests.toy import truth

compiled_only = pytest.mark.skipif(IS_PLAIN, reason="thousands of games")
OWN = ROOT / "docs" / "claims.toml"
HEAD = '[defaults]\ngame = "toy"\nwhere = ["docs/claims.toml"]\ndeals = 4000\n'


@pytest.fixture
def judged(toy, tmp_path):
    """Judge one claim of the toy game."""

    def judge(text, **options):
        file = tmp_path / "docs" / "claims.toml"
        file.parent.mkdir(exist_ok=True)
        (tmp_path / "other.md").write_text("something else\n", encoding="utf-8")
        file.write_text(f'{HEAD}\n[[claims]]\nid = "it"\nsays = "something"\n{text}\n', encoding="utf-8")
        (verdict,) = analyzer.claims(file, jobs=1, **options)
        return verdict

    return judge


EASY, PLAIN, HARD, NEXT = '{ set = ["target=9"] }', "{}", '{ set = ["target=17"] }', '{ set = ["target=14"] }'
ROCK, PAPER, SCISSORS = (f'{{ policy = "{name}" }}' for name in ("rock", "paper", "scissors"))
RATE, EASY_RATE = (truth.team_rate(2, target, 6) for target in (13, 9))


def written(kind, *cells, **keys):
    lines = [f"kind = {json.dumps(kind)}", *(f"{key} = {json.dumps(value)}" for key, value in keys.items())]
    return "\n".join([*lines, f"cells = [{', '.join(cells)}]"] if cells else lines)


def team(kind, *cells, **keys):
    return written(kind, *cells, variant="together", policy="rock", **keys)


CLAIMS = {
    "near": (team("near", value=RATE, tolerance=0.05), "confirmed"),
    "not near": (team("near", value=RATE + 0.1, tolerance=0.03), "refuted"),
    "too near to tell": (team("near", value=RATE, tolerance=0.0), "open"),
    "above": (team("above", value=RATE - 0.1), "confirmed"),
    "not above": (team("above", value=RATE + 0.1), "refuted"),
    "below": (team("below", value=RATE + 0.1), "confirmed"),
    "order": (team("order", EASY, PLAIN, HARD), "confirmed"),
    "wrong order": (team("order", PLAIN, EASY), "refuted"),
    "lowest": (team("lowest", HARD, PLAIN, EASY), "confirmed"),
    "not lowest": (team("lowest", PLAIN, HARD), "refuted"),
    "highest": (written("highest", PAPER, SCISSORS, field="rock"), "confirmed"),
    "not highest": (written("highest", ROCK, PAPER, field="rock"), "refuted"),
    "share": (written("near", PAPER, field="rock", value=truth.duel_rate(beats=1), tolerance=0.04), "confirmed"),
    "first": (written("near", ROCK, value=truth.first_rate(2), tolerance=0.04), "confirmed"),
    "no advantage": (written("near", ROCK, value=0.5, tolerance=0.02), "refuted"),
    "difference": (team("difference", EASY, PLAIN, value=EASY_RATE - RATE, tolerance=0.04), "confirmed"),
    "in every context": (team("above", players=[2, 3, 4], value=RATE - 0.1), "confirmed"),
    "in some contexts only": (team("below", players=[2, 3, 4], value=0.8), "refuted"),
    "correlated": (team("correlation", PLAIN, NEXT, value=0.8, tolerance=0.2), "confirmed"),
    "not correlated": (team("correlation", PLAIN, NEXT, value=0.0, tolerance=0.2), "refuted"),
}


@compiled_only
@pytest.mark.statistical
@pytest.mark.parametrize(("text", "word"), CLAIMS.values(), ids=CLAIMS)
def test_a_claim_is_judged_by_what_is_known(judged, text, word):
    verdict = judged(text)
    assert verdict.word == word, verdict.checks
    assert verdict.holds == (word != "refuted")


@compiled_only
def test_what_is_called_certain_must_be_confirmed_but_not_by_few_deals(judged):
    text = f"certain = true\n{CLAIMS['too near to tell'][0]}"
    assert not judged(text).holds
    assert judged(text, quick=True).holds
    assert judged(text, quick=True).checks[0].found.n == 200


def judged_rate(wins, claims):
    """Judge the claim "the rate is one half" by 1,000 made-up games, as one of so many claims of a file."""
    reference = make_cell("tranquility", players=2).reference
    claim = Claim("it", "half", (), "near", "rate", ((ClaimedCell(reference),),), 1000, 1, 0.0, 0.5)
    won = np.arange(1000) < wins
    judge = Judge(None, claims)
    judge._values = lambda *_: Shares(won.astype(float), won.astype(float))
    return judge.judge(claim).word


def test_one_of_many_claims_is_not_refuted_by_what_one_in_a_hundred_true_claims_would_give():
    """543 of 1,000 is outside of a 99 % interval around one half, which was the level of every claim by itself."""
    assert judged_rate(543, 1) == "refuted"
    assert judged_rate(543, 38) == "open"
    assert judged_rate(560, 38) == "refuted"


def test_true_claims_of_a_whole_file_are_refuted_in_at_most_one_of_twenty_files():
    """38 true claims of one number each, all outcomes enumerated; 99 % for each of them gave up to 32 %."""
    counts = np.arange(1001)
    chances = np.exp(gammaln(1001) - gammaln(counts + 1) - gammaln(1001 - counts) - 1000 * np.log(2))
    is_refuted = np.array([judged_rate(int(wins), 38) == "refuted" for wins in range(430, 571)])
    now = 1 - (1 - chances[430:571][is_refuted].sum() - chances[:430].sum() - chances[571:].sum()) ** 38
    assert 0.01 < now <= 0.05
    low, high = proportions.wilson_bounds(counts, 1000, 0.99)
    assert 1 - (1 - chances[(low > 0.5) | (high < 0.5)].sum()) ** 38 > 0.25, "the negative control"


BAD = {
    "kind": ('kind = "neer"', "did you mean 'near'"),
    "key": ('kind = "near"\ntolerence = 1', "did you mean 'tolerance'"),
    "key of a cell": ('kind = "near"\nvalue = 1\ncells = [{ varient = "fair" }]', "did you mean 'variant'"),
    "no value": ('kind = "near"', "value is missing"),
    "a value too many": ('kind = "order"\nvalue = 1\ncells = [{}, {}]', "no value to compare"),
    "one cell": ('kind = "order"', "two or more cells"),
    "three cells": ('kind = "difference"\nvalue = 1\ncells = [{}, {}, {}]', "give two cells"),
    "variant": ('kind = "near"\nvalue = 1\nvariant = "togehter"', "did you mean 'together'"),
    "policy": ('kind = "near"\nvalue = 1\npolicy = "rokc"', "did you mean 'rock'"),
    "field of a team": ('kind = "near"\nvalue = 1\nvariant = "together"\nfield = "rock"', "win or lose together"),
    "file": ('kind = "near"\nvalue = 1\nwhere = ["nowhere.md"]', "nowhere.md does not exist"),
    "quote": ('kind = "near"\nvalue = 1\nwhere = ["other.md"]\nquote = "never said"', "no longer says"),
    "deals": ('kind = "near"\nvalue = 1\ndeals = 0', "games = 0"),
    "number": ('kind = "near"\nvalue = "much"', "is not a number"),
    "measure": ('kind = "near"\nvalue = 1\nmeasure = "rate"\npolicy = "rock"', "is not measured here"),
    "toml": ("kind", "not valid TOML"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_what_is_wrong_in_a_file_is_told(judged, text, message):
    with pytest.raises(BadInput, match=message):
        judged(text)


def test_the_projects_claims_can_be_read_and_name_where_they_are_made():
    claims = read_claims(OWN)
    assert {cells[0].reference.game for claim in claims for cells in claim.contexts} == {
        "tranquility", "portolano", "rumini", "islebound"
    }  # fmt: skip
    said = {file for claim in claims for file in claim.where}
    assert {"README.md", "reports/README.md", "docs/strength.md"} <= said


@compiled_only
@pytest.mark.parametrize("game", ["tranquility", "portolano", "rumini"])
def test_the_projects_claims_hold_as_far_as_few_deals_show(game):
    verdicts = analyzer.claims(OWN, only=game, quick=True)
    assert [verdict.worst for verdict in verdicts if not verdict.holds] == []
    assert json.dumps([verdict.as_dict() for verdict in verdicts], allow_nan=False)


@compiled_only
@pytest.mark.slow
def test_the_projects_claims_hold():
    assert [verdict.worst for verdict in analyzer.claims(OWN) if not verdict.holds] == []
