"""Where the rules and the component data come from."""

from __future__ import annotations

from pathlib import Path

DATA_FILE = Path(__file__).with_name("components.toml")

SOURCES = (
    "rulebook of the Hungarian edition (second, corrected rulebook)",
    "public pages named in docs/rules/islebound.md",
    "data set recon-1: what is printed only on cards and boards is a reconstruction",
)
