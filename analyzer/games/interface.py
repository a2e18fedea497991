"""What a game hands over to the rest of the project, and what a policy is."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from html import escape
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from analyzer.errors import BadInput
from analyzer.games.components import Components, Tree
from analyzer.games.glossary import Answers, Glossary
from analyzer.games.policy_files import functions, mistakes, shipping
from analyzer.games.random_legal import random_legal
from analyzer.games.switches import Switch, Value, fill_rules
from analyzer.games.treatments.declared import Material, Resource, Treatment, write_treatments
from analyzer.games.turns import as_it_is, is_over, share_and_margin
from analyzer.games.words import Figures, Variant, Words
from analyzer.kernel.compiler.callee import compiled as compile_part
from analyzer.kernel.compiler.sources import is_own_part
from analyzer.kernel.compiler.templates import copy_for
from analyzer.kernel.driver import compile_driver, make_driver
from analyzer.kernel.jit import IS_PLAIN, Explained
from analyzer.kernel.random import randbelow
from analyzer.kernel.seats.bench import KNOB_SLOTS, bench_layout
from analyzer.kernel.seats.guard import guarded
from analyzer.kernel.seats.python_seats import seat_python
from analyzer.kernel.seats.seating import NotCompilable, seat_policy, seat_rating
from analyzer.kernel.streams import WORDS

TRAITS = ("random", "look-ahead", "clairvoyant")
LONGEST_TITLE = 48  # of a policy: what stands before a colon further on is a sentence
# of a game, compiled
RULES = (
    *("start", "step", "n_options", "option", "is_legal", "measure", "redeal"),
    *("worth", "ordered", "wins", "is_of", "hide", "list_options"),
)
NO_GLOSSARY = Glossary(package="", about="", answers=Answers("", (), ()), codes=())
_END_OF_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


@dataclass(frozen=True, kw_only=True)
class Policy:
    """A way to play one seat: a compiled `decide`, its knobs and its description."""

    name: str
    game: str
    summary: str
    file: str
    decide: Any
    knobs: Mapping[str, float]
    traits: frozenset[str]
    score: Any = None  # for replays: what the policy thinks of a move
    rate: Any = None  # for look-ahead: what the policy thinks of an answer, the best the highest
    plans: Any = None  # for trained values: lists what it would choose from, as PLANS of games/values/declared.py
    values: str = ""  # the file of trained values that it plays with
    line: int = 0  # where its function begins in the file
    function: Any = field(default=None, repr=False, compare=False)  # that its author wrote
    is_guarded: bool = False  # play it guarded though it is shipped; others are always
    is_compiled: bool = True  # or plain Python, asked through a callback: kernel/seats/python_seats.py
    rests_on: tuple[str, ...] | None = None  # the files that it declares; None if it says nothing of them

    @property
    def doubt(self) -> str:
        """Say why the policy may rest on more than is known; nothing if it is shipped, seen or declared."""
        if self.rests_on is not None or shipping.is_shipped(self.file):
            return ""
        return shipping.doubt(self.file, is_compiled=self.is_compiled)

    @property
    def title(self) -> str:
        """What a reader calls it, such as "a one-step planner": how its summary begins, up to a colon."""
        title, colon, _ = self.summary.partition(": ")
        return f"{title[:1].lower()}{title[1:]}" if colon and len(title) <= LONGEST_TITLE else ""

    def __repr__(self) -> str:
        """Show it in one line."""
        knobs = ", ".join(f"{name}={value:g}" for name, value in self.knobs.items())
        return f"<Policy: {self.game}, {self.name}({knobs})>"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{escape(name)}</td><td>{value:g}</td></tr>" for name, value in self.knobs.items())
        return f"<table><caption>{escape(self.name)}: {escape(self.summary)}</caption>{rows}</table>"

    @property
    def plays_guarded(self) -> bool:
        """Tell whether the policy is guarded in its seat: every one is that is not shipped with a game."""
        return self.is_guarded or not self.is_compiled or self.is_foreign

    @property
    def is_foreign(self) -> bool:
        """Tell whether the policy is not shipped with a game: it may end the process in which it plays."""
        return not shipping.is_shipped(self.file)

    @property
    def is_random(self) -> bool:
        """Tell whether the policy is random."""
        return "random" in self.traits


@dataclass(frozen=True, kw_only=True)
class Game:
    """The table of contents of a game: games/contents.py makes it of the modules of a folder."""

    name: str
    title: str
    is_competitive: bool
    rules_version: int
    seats: range
    sources: tuple[str, ...]
    recommended: str
    switches: tuple[Switch, ...]
    variants: Mapping[str, Variant]
    # layouts
    rules: np.dtype[Any]
    table: np.dtype[Any]
    hand: np.dtype[Any]
    state: np.dtype[Any]
    record: np.dtype[Any]
    bench: np.dtype[Any] = field(init=False, repr=False, compare=False)  # of a thread that plays
    written: Mapping[str, Any] = field(init=False, repr=False, compare=False)  # the rules, as their author wrote them
    n_chance: int
    max_seats: int
    # codes
    causes: type[IntEnum]
    phases: type[Explained]
    # rules
    complete: Callable[[Any, Mapping[str, Value], Tree], None]  # (rules, switches, data): fills what is derived
    check: Callable[[Mapping[str, Value], int, Tree], str | None]  # says what makes no sense together
    start: Any
    step: Any
    n_options: Any
    option: Any
    is_legal: Any
    measure: Any
    # words
    render: Callable[[Any, Any], str]  # (rules, state): the board as everybody sees it, and the asked hand
    describe: Callable[[Any, Any, int], str]  # (rules, state, answer): the answer in words
    ending: Callable[[Any, Any], str]  # (rules, state): how the game ended
    cause_words: Mapping[str, str] = field(default_factory=dict)
    grid: Callable[[Mapping[str, Value]], tuple[tuple[int, int], ...]] | None = None
    """(column, row from the bottom) of the cells whose bits the row field `empty` holds."""
    words: Words = field(default_factory=Words)
    components: Components | None = None
    is_lean: bool = False  # allocates nothing: see kernel/lean.py
    levels: Mapping[str, str] = field(default_factory=dict)  # of play, weakest first, each with its policy
    figures: Mapping[str, Figures] = field(default_factory=dict)  # of levels: what was measured of them
    chances: type[IntEnum] | None = None  # the streams of chance; an Explained one says which source of luck each is
    competitive_switch: str = ""  # a switch that turns a cooperative game into a competitive one
    reasons: Callable[..., list[str]] | None = None  # (policy, rules, table, hand, knobs, answer): why it was chosen
    glossary: Glossary = NO_GLOSSARY
    # replays and autopsies
    why: Mapping[str, str] = field(default_factory=dict)  # what ended a game, by cause; the others are in cause_words
    legend: Callable[[Any], list[str]] | None = None  # (rules): how to read what `render` writes
    price: Callable[[Any, Any, int], tuple[int, str] | None] | None = None  # (rules, state, answer): its cost, and unit
    draw: Callable[[Any, Any], Any] | None = None  # (rules, state): the position, as a Drawing of games/shapes.py
    target: Callable[[Any, Any, int], Any] | None = None  # (rules, state, answer): the piece or place it is about
    kind: Callable[[Any, Any, int], str] | None = None  # (rules, state, answer): which kind of decision it is
    detail: Callable[[Any, Any, int, int], str] | None = None  # (rules, state, answer, better): what is wrong with it
    # look-ahead
    redeal: Any = None  # (rules, table, hand, state, stream): fills in all that the seat of a hand does not see
    worth: Any = None  # (rules, row, seat): what a finished game is worth, 0 to about 1; of rivals by default the share
    ordered: Any = as_it_is  # (table, answer, own): an answer with the standing orders that another one carries
    search: Mapping[str, float] = field(default_factory=dict)  # settings of a look-ahead, where they are not the usual
    # limited policies
    list_options: Any = None  # (rules, table, hand, out): writes all options, counts them; 0: none wins, ask one by one
    wins: Any = None  # (rules, table, hand, answer): whether an answer ends the game with a win, as far as one sees
    memory: tuple[str, ...] = ()  # fields of a hand that count, by card, what its owner has seen and must remember
    strategies: Mapping[str, str] = field(default_factory=dict)  # kinds of answers that can be banned, in words
    rivals: tuple[str, ...] = ()  # strategies that players choose between; the others belong to any play
    is_of: Any = None  # (rules, table, hand, answer, number): whether an answer is of the kind at a place among them
    hide: Any = None  # (hand, kinds): takes what only banned kinds would use out of a copy of a hand
    features: Any = None  # of positions, for trained values: Features of games/values/declared.py
    resources: tuple[Resource, ...] = ()  # that a seat may begin with more or less of
    materials: tuple[Material, ...] = ()  # kinds of components that may be removed, given or priced

    def __repr__(self) -> str:
        """Show it in one line."""
        players = f"{self.seats.start}-{self.seats.stop - 1} players"
        return f"<Game: {self.name}, {players}, {len(self.variants)} variants, {len(self.switches)} switches>"

    def __post_init__(self) -> None:
        """Lay out the workbench, which follows from the other layouts; guard the rules of a game of others."""
        object.__setattr__(self, "bench", bench_layout(self.state, self.n_chance, self.max_seats))
        if self.worth is None and self.is_competitive:
            object.__setattr__(self, "worth", share_and_margin)
        object.__setattr__(self, "written", {name: getattr(self, name) for name in RULES})
        for name in RULES if self.is_own else ():
            object.__setattr__(self, name, guarded(self.written[name]))

    @cached_property
    def is_own(self) -> bool:
        """Whether the game is a user's own: its rules are then compiled with every index and division checked."""
        code = getattr(getattr(self.start, "py_func", self.start), "__code__", None)
        return code is not None and is_own_part(code.co_filename)

    @cached_property
    def driver(self) -> Any:
        """The loop that plays deals, made of this game's rules."""
        return make_driver(
            start=self.start,
            is_over=is_over,
            step=self.step,
            measure=self.measure,
            allocates=not self.is_lean,
            is_guarded=self.is_own,
        )

    @cached_property
    def random_legal(self) -> Policy:
        """The policy that every game has: it chooses at random."""
        scope = {"n_options": self.n_options, "option": self.option, "randbelow": randbelow}
        decide = self._compile_part(copy_for(random_legal, self.option, scope))
        return make_policy(self.name, random_legal, decide, {}, ("random",))

    @cached_property
    def switch_by_name(self) -> dict[str, Switch]:
        """The switches, to be looked up."""
        return {switch.name: switch for switch in self.switches}

    def make_rules(
        self, values: Mapping[str, Value], players: int, tree: Tree = None, treatments: Sequence[Treatment] = ()
    ) -> Any:
        """Make the rules record of a setting of all switches (and of the component data, by default its own)."""
        rules = fill_rules(self.rules, self.switches, dict(values), players)
        rules.n_streams = self.n_chance
        if tree is None and self.components is not None:
            tree = self.components.tree
        self.complete(rules, values, tree)
        if treatments:
            write_treatments(self, rules, treatments, tree)
        return rules

    def compiled_kernel(self) -> Any:
        """Compile the driver, or fetch it from the cache."""
        pointers, seeds = np.zeros(1, np.int64), np.zeros((1, WORDS), np.int64)
        examples = (pointers, np.zeros(1, self.bench), seeds, np.zeros(1, self.record))
        try:
            return compile_driver(self.driver, self.rules, examples)
        except Exception as problem:  # numba raises many unrelated classes for code it cannot compile
            raise mistakes.refused_rules(self, problem) from problem

    def seated_policy(self, policy: Policy) -> Any:
        """Compile a policy as `(rules, table, hand, desk)`, or fetch it from the cache; see kernel/seats/seating.py."""
        if not policy.is_compiled and not IS_PLAIN:
            return seat_python((self.rules, self.table, self.hand))
        return self._seated(policy, policy.decide, seat_policy)

    def seated_rating(self, policy: Policy) -> Any:
        """Compile what a policy thinks of answers, as `(rules, table, hand, desk, answer)`; None if it does not say."""
        return None if policy.rate is None else self._seated(policy, policy.rate, seat_rating)

    def _seated(self, policy: Policy, part: Any, seat: Callable[..., Any]) -> Any:
        if policy.plays_guarded and policy.is_compiled:
            functions.check_functions(policy.name, part, tuple(policy.knobs))
            functions.check_recursion(policy.name, part)
        try:
            return seat(part, (self.rules, self.table, self.hand), is_guarded=policy.plays_guarded)
        except NotCompilable as problem:
            raise mistakes.refusal(self, policy, problem) from problem

    def policy(
        self,
        function: Any = None,
        *,
        traits: tuple[str, ...] = (),
        score: Any = None,
        rate: Any = None,
        compiled: bool = True,
        **knobs: Any,
    ) -> Any:
        """Make a policy of a `decide` function: `@policy`, or `@policy(threshold=20.0)` with knobs.

        `score` is what replays show as the reasons for a choice; `rate(rules, table, hand, knobs, memory, choice,
        answer)` says how good the policy thinks an answer is: a look-ahead compares those it rates best.
        `compiled=False` leaves it plain Python, which may call other libraries, and is slow; then
        `rests_on=("weights.npy",)` declares the files that it reads while it plays.
        """
        if function is None:
            return lambda decorated: self.policy(
                decorated, traits=traits, score=score, rate=rate, compiled=compiled, **knobs
            )
        if not compiled:
            return self._plain_policy(function, knobs, traits, rate)
        rating = self._compile_part(rate) if isinstance(rate, FunctionType) else rate
        return make_policy(self.name, function, self._compile_part(function), knobs, traits, score, rating)

    def _plain_policy(self, function: Any, knobs: Mapping[str, Any], traits: tuple[str, ...], rate: Any) -> Policy:
        if rate is not None:
            raise BadInput(f"policy {function.__name__!r}: `rate` is for compiled policies; remove compiled=False")
        return replace(make_policy(self.name, function, function, knobs, traits), is_compiled=False)

    def _compile_part(self, function: Any) -> Any:
        return compile_part(function, forceinline=True, allocates=not self.is_lean)


def make_policy(
    game: str,
    function: Any,
    decide: Any,
    knobs: Mapping[str, Any],
    traits: tuple[str, ...],
    score: Any = None,
    rate: Any = None,
    plans: Any = None,
) -> Policy:
    """Make a policy that has the name and the first sentence of a function; among the knobs may stand `rests_on`."""
    name, file = function.__name__, function.__code__.co_filename
    rests_on = shipping.declared(name, file, knobs[shipping.DECLARING]) if shipping.DECLARING in knobs else None
    knobs = {knob: value for knob, value in knobs.items() if knob != shipping.DECLARING}
    wrong = [trait for trait in traits if trait not in TRAITS]
    if wrong:
        raise BadInput(f"policy {name!r}: unknown trait {wrong[0]!r}; known: {', '.join(TRAITS)}")
    if len(knobs) > KNOB_SLOTS:
        raise BadInput(f"policy {name!r} has {len(knobs)} knobs; at most {KNOB_SLOTS} are allowed")
    paragraph = " ".join((function.__doc__ or "").strip().split("\n\n")[0].split())
    return Policy(
        name=name,
        game=game,
        summary=_END_OF_SENTENCE.split(paragraph)[0],
        file=file,
        decide=decide,
        knobs={knob: float(value) for knob, value in knobs.items()},
        traits=frozenset(traits),
        score=score,
        rate=rate,
        plans=plans,
        line=function.__code__.co_firstlineno,
        rests_on=rests_on,
        function=function,
    )


def policies_in(module: ModuleType) -> list[Policy]:
    """List the policies that a module defines (not those it imports)."""
    file = Path(str(module.__file__)).resolve()
    return [item for item in vars(module).values() if isinstance(item, Policy) and Path(item.file).resolve() == file]
