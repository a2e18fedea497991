"""Policies of one's own: files to start from, and what every policy has to keep."""

import keyword
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from string import Template
from typing import Any

import numpy as np

from analyzer.catalog import game_folder, policies_of
from analyzer.cells import make_cell
from analyzer.errors import BadInput, PolicyFault
from analyzer.games.interface import Policy
from analyzer.kernel.streams import open_streams
from analyzer.play.prepared import PreparedCell, guarded
from analyzer.play.seeding import deal_seeds
from analyzer.play.simulation import Simulation, simulate_cell

GAMES = 300
POSITIONS = 200
_DEALS = 20  # of which the positions are taken
_SEED = 6


@dataclass(frozen=True)
class Finding:
    """One question to a policy, and what was found: `problem` is empty if all is well."""

    question: str
    problem: str = ""

    @property
    def is_good(self) -> bool:
        """Tell whether the policy passes."""
        return not self.problem


@dataclass
class Examinee:
    """A policy under examination, with the positions that it is asked about."""

    game: str
    policy: str
    games: int = GAMES

    @cached_property
    def cell(self) -> Any:
        """The plain game with this policy at every seat."""
        return make_cell(self.game, policy=self.policy)

    @property
    def described(self) -> Policy:
        """The policy itself."""
        policy: Policy = self.cell.seats[0].policy
        return policy

    def simulated(self, **more: Any) -> Simulation:
        """Play some games of the plain game, or of what is asked for."""
        cell = make_cell(self.game, **{"policy": self.policy, **more})
        return simulate_cell(cell, games=self.games, seed=_SEED, jobs=1, rows=True)

    @cached_property
    def prepared(self) -> PreparedCell:
        """The plain game made ready to play."""
        return PreparedCell(self.cell)

    @cached_property
    def positions(self) -> list[Any]:
        """Benches at the questions of some games, to be copied before they are changed."""
        return [benches for benches, _ in self.asked()]

    def asked(self, lots: int = _SEED + 2) -> Iterator[tuple[Any, int]]:
        """Play some deals, with the lots of others if told so; yield the bench at every question, and the answer."""
        game, prepared, benches = self.cell.game, self.prepared, self.prepared.bench()
        bench, found = benches[0], 0
        for deal in range(_DEALS):
            self._open(bench, deal, lots)
            while int(bench.state.table.cause) == 0 and found < POSITIONS:
                before, answer = duplicate(benches), self.answer(bench)
                yield before, answer
                found += 1
                if int(game.step(prepared.rules, bench.state, answer, bench.chance)) != 0:
                    break  # another question tells of illegal answers

    def _open(self, bench: Any, deal: int, lots: int) -> None:
        open_streams(bench, self.cell.players, deal_seeds(lots, deal)[0])
        choices = [desk.choice.copy() for desk in bench.desks]
        open_streams(bench, self.cell.players, deal_seeds(_SEED + 2, deal)[0])
        for desk, choice in zip(bench.desks, choices, strict=True):
            desk.choice[:] = choice
        self.cell.game.start(self.prepared.rules, bench.state, bench.chance)

    def answer(self, bench: Any) -> int:
        """Ask the policy at a bench."""
        return ask(self.prepared, bench)


def ask(prepared: PreparedCell, bench: Any) -> int:
    """Ask the policy of the asked seat for its answer."""
    state = bench.state
    seat = int(state.table.asked)
    return prepared.ask((prepared.rules, state.table, state.hands[seat]), bench.desks[seat])


def duplicate(records: Any) -> Any:
    """Copy an array of records byte by byte: numpy's own copy leaves the bytes between fields to chance."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


def examine(game: str, policy: str, games: int = GAMES) -> Iterator[Finding]:
    """Ask a policy every question, one after the other; its mistakes are reported, not raised."""
    examinee = Examinee(game, policy, games)
    for question, ask in QUESTIONS.items():
        yield Finding(question, _problem(ask, examinee))


def _problem(ask: Callable[[Examinee], str | None], examinee: Examinee) -> str:
    """Ask a question; a policy that loses its process has no other answer."""
    try:
        return ask(examinee) or ""
    except PolicyFault as problem:
        return str(problem)


# Questions: each returns what is wrong, or nothing.


def _every_count(examinee: Examinee) -> str | None:
    for players in examinee.cell.game.seats:
        message = examinee.simulated(players=players).fault_message()
        if message:
            return f"with {players} players: {message}"
    return None


def _every_variant(examinee: Examinee) -> str | None:
    for variant in examinee.cell.game.variants:
        try:
            message = examinee.simulated(variant=variant).fault_message()
        except BadInput:  # a variant for another number of players
            continue
        if message:
            return f"in {variant}: {message}"
    return None


def _odd_positions(examinee: Examinee) -> str | None:
    seats = ",".join([examinee.policy] + ["random_legal"] * (examinee.cell.players - 1))
    return examinee.simulated(policy=seats).fault_message()


def _guarded(examinee: Examinee) -> str | None:
    """Guarded, it may not change what it sees, and every index and division is checked."""
    watched = simulate_cell(guarded(examinee.cell), games=examinee.games, seed=_SEED, jobs=1)
    if watched.fault_message():
        return watched.fault_message()
    is_same = watched.summary.digest == examinee.simulated().summary.digest
    return None if is_same else "it plays differently when its indices and divisions are checked"


def _same_rows(examinee: Examinee) -> str | None:
    first, second = (examinee.simulated().rows.tobytes() for _ in range(2))
    return None if first == second else "the same deals were played in two ways: it keeps data between games"


def _documented(examinee: Examinee) -> str | None:
    found = examinee.described
    if not found.summary:
        return "it has no docstring; lists and reports show its first sentence"
    if not found.summary.endswith((".", ")")):
        return f"its docstring does not begin with a sentence that ends in a full stop: {found.summary!r}"
    wrong = [name for name, value in found.knobs.items() if not np.isfinite(value)]
    return f"the default of knob {wrong[0]!r} is not a finite number" if wrong else None


def _blind(examinee: Examinee) -> str | None:
    if "clairvoyant" in examinee.described.traits:
        return None
    noise = np.random.Generator(np.random.PCG64(3))
    for number, benches in enumerate(examinee.positions):
        plain, spoiled = duplicate(benches)[0], duplicate(benches)[0]
        spoil(spoiled.state, noise)
        if examinee.answer(plain) != examinee.answer(spoiled):
            return f"question {number + 1}: it decides differently when the cards that its seat cannot see change"
    return None


def spoil(state: Any, noise: Any) -> None:
    """Make noise of everything but the table and the asked seat's own hand."""
    seat = int(state.table.asked)
    table, hand = state.table.copy(), state.hands[seat].copy()
    raw = np.frombuffer(noise.bytes(state.nbytes), state.dtype)[0]
    for name in state.dtype.names:
        state[name] = raw[name]
    state.table = table
    state.hands[seat] = hand


def _lots(examinee: Examinee) -> str | None:
    """Other random numbers from the first question on, same answers; a policy declared random must change some."""
    plain, other = ([answer for _, answer in examinee.asked(lots)] for lots in (_SEED + 2, _SEED + 3))
    if plain != other and not examinee.described.is_random:
        return "it uses random numbers (`choice`) without saying so: add traits=('random',) to its decorator"
    if examinee.described.is_random and plain == other:
        return "it is declared random, but other random numbers changed none of its answers"
    return None


def _unchanged(examinee: Examinee) -> str | None:
    for number, benches in enumerate(examinee.positions):
        trial = duplicate(benches)[0]
        before = trial.state.tobytes(), examinee.prepared.rules.tobytes(), trial.desks["knobs"].tobytes()
        examinee.answer(trial)
        if (trial.state.tobytes(), examinee.prepared.rules.tobytes(), trial.desks["knobs"].tobytes()) != before:
            return f"question {number + 1}: it changes what it is shown"
    return None


QUESTIONS: dict[str, Callable[[Examinee], str | None]] = {
    "it is documented": _documented,
    "it answers legally at every number of players": _every_count,
    "it answers legally in every variant": _every_variant,
    "it answers legally beside a policy that creates odd positions": _odd_positions,
    "it plays the same with and without safety checks": _guarded,
    "the same deals give the same games": _same_rows,
    "it decides the same when the hidden cards are dealt again": _blind,
    "it is random only if it says so": _lots,
    "it changes nothing it is shown": _unchanged,
}


STARTER = "starter.txt"  # beside the modules of a game


def new_policy(game: str, name: str, folder: str | Path = ".") -> Path:
    """Write a policy to start from into a new file; what is there already is never touched."""
    text = starter_of(game)
    _check_name(game, name)
    file = Path(folder) / f"{name}.py"
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(Template(text).substitute(name=name, file=file.as_posix()))
    except FileExistsError as problem:
        raise BadInput(f"{file} exists already; choose another name, or move the file") from problem
    except OSError as problem:
        raise BadInput(f"{file}: {problem.strerror or problem}") from problem
    return file


def starter_of(game: str) -> str:
    """Read the text that policies of a game start from."""
    file = game_folder(game) / STARTER
    if not file.is_file():
        raise BadInput(f"{game} has no file to start from; look at its policies instead: analyzer policies {game}")
    return file.read_text(encoding="utf-8")


def _check_name(game: str, name: str) -> None:
    if not name.isidentifier() or keyword.iskeyword(name) or name.startswith("_"):
        raise BadInput(f"{name!r} cannot be the name of a policy; write letters, digits and underscores: my_policy")
    if name in policies_of(game):
        raise BadInput(f"{game} already has a policy {name!r}; choose another name")
