"""Compiled functions on disk: one file for a function and the types of its arguments, with a checksum over all of it.

Numba's own cache trusts what it finds, and where its folder cannot be written it falls back to one beside the source,
which knows nothing of imported files. Here a damaged file is dropped and the function compiled again; where nothing can
be written, it is compiled in memory.
"""

from __future__ import annotations

import hashlib
import pickle
import re
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core import sigutils
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.errors import NumbaWarning
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from analyzer.kernel import disk

_VERSIONS = (numba.__version__, llvmlite.__version__)
_NO_NAME = re.compile(r"[^\w.]+")
_LONGEST = 80  # letters of a function's name in that of its file


class CodeStore(NullCache):  # type: ignore[misc]
    """The compiled code of one function, as numba asks for it."""

    def __init__(self, function: Any, folder: Path) -> None:
        self.function = function
        self.folder = folder

    @property
    def cache_path(self) -> str:
        """Return the folder of the files."""
        return str(self.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Fetch the code of a function for some types of arguments; None if it has to be compiled.

        Numba would first import all that it can compile, scipy's linear algebra among it: half a second. Machine code
        needs of that only the symbols that numba defines; a function that has to be compiled brings the rest itself.
        """
        rtsys.initialize(target_context)  # memory management
        import_module("numba.cpython.hashing")
        content = disk.read_sealed(self._path(sig, target_context.codegen()))
        return None if content is None else CompileResult._rebuild(target_context, *pickle.loads(content))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code of a function."""
        if _is_cachable(data):
            disk.trim_at_exit()
            disk.write_sealed(self._path(sig, data.codegen), dumps(data._reduce()))

    def _path(self, sig: Any, codegen: Any) -> Path:
        """Name the file after all that the code depends on, apart from the sources: these name the folder."""
        code, closure = self.function.__code__, self.function.__closure__ or ()
        inside = dumps(tuple(cell.cell_contents for cell in closure)) if closure else b""
        kinds, _ = sigutils.normalize_signature(sig)
        key = hashlib.sha256(repr((_VERSIONS, self.function.__module__, kinds, codegen.magic_tuple())).encode())
        key.update(code.co_code)
        key.update(inside)
        name = _NO_NAME.sub("", f"{Path(code.co_filename).stem}.{self.function.__qualname__}")[:_LONGEST]
        return self.folder / f"{name}-{code.co_firstlineno}-{key.hexdigest()[:20]}.code"


def _is_cachable(data: Any) -> bool:
    """Tell whether code may be used by another process."""
    is_bound = bool(data.library.has_dynamic_globals) or any(not part.can_cache for part in data.lifted)
    if is_bound:
        warnings.warn(
            f"{data.fndesc.qualname}: code with addresses of this process is not kept", NumbaWarning, stacklevel=2
        )
    return not is_bound
