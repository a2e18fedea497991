"""Build the programs in C beside this file, with whatever compiler the machine has."""

import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


def find_compiler() -> str | None:
    """Find a C compiler; say so where there is none."""
    found = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if found is None:
        print("no C compiler on this machine: the yardstick cannot be built, so no ratio")
    return found


def build(compiler: str, name: str, folder: Path, *flags: str) -> Path:
    """Compile a program into a folder."""
    program = folder / name
    subprocess.run([compiler, "-O3", "-march=native", *flags, "-o", program, HERE / f"{name}.c", "-lm"], check=True)
    return program
