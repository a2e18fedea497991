"""The topics of a report, one module or folder each: `build(results)` gives the section, or None if it does not apply.

A topic is found by its file and stands where its `PLACE` puts it; nothing is listed anywhere else. What only some
designs can have names in `NEEDS` the fields of `frames.Factors` that these have.
"""

import pkgutil
from importlib import import_module
from types import ModuleType


def section_names() -> list[str]:
    """List the sections by their files alone: a spec names them long before a report is made."""
    return sorted(item.name for item in pkgutil.iter_modules(__path__))


def section_modules() -> dict[str, ModuleType]:
    """Load the sections, in the order of a report."""
    found = [import_module(f"{__name__}.{name}") for name in section_names()]
    ordered = sorted(found, key=lambda module: (module.PLACE, module.__name__))
    return {module.__name__.rpartition(".")[2]: module for module in ordered}
