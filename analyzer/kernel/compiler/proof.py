"""Proof that compiled code writes to none of its arguments.

LLVM follows every pointer through a function and all that it calls, and marks an argument `readonly` if nothing is
ever written through it. What it cannot follow (code from elsewhere, an address that is kept) stays unmarked.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import binding

_LOOKS = "-capture-tracking-max-uses-to-explore="  # LLVM gives up on a pointer that is used more often
_USUAL, _ALL = 100, 1_000_000
_READ = {b"readonly", b"readnone"}


def only_reads(function: Any, arguments: Collection[str]) -> bool:
    """Tell whether a function, compiled once, provably writes to none of the named arguments."""
    (overload,) = function.overloads.values()
    code = overload.library._get_module_for_linking().clone()
    _be_alone(code, overload.fndesc.llvm_func_name)
    with _looking_at_all_uses():
        _mark_arguments(code, overload.library._codegen._tm)
    marks = _marks(code.get_function(overload.fndesc.llvm_func_name))
    return all(marks[name] & _READ and b"captures(none)" in marks[name] for name in arguments)


def _be_alone(code: Any, name: str) -> None:
    """Say that nobody replaces a function here by another of its name: LLVM draws no conclusions otherwise."""
    for function in code.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name == name else "internal"


@contextmanager
def _looking_at_all_uses() -> Iterator[None]:
    binding.set_option("analyzer", f"{_LOOKS}{_ALL}")
    try:
        yield
    finally:
        binding.set_option("analyzer", f"{_LOOKS}{_USUAL}")


def _mark_arguments(code: Any, machine: Any) -> None:
    passes = binding.create_new_module_pass_manager()
    passes.add_post_order_function_attributes_pass()
    passes.run(code, binding.create_pass_builder(machine, binding.create_pipeline_tuning_options()))


def _marks(function: Any) -> dict[str, set[bytes]]:
    return {argument.name.removeprefix("arg."): set(argument.attributes) for argument in function.arguments}
