"""Manifests of older formats, in which policies and switches were texts."""

from __future__ import annotations

import shlex
from typing import Any

import msgspec

from analyzer.cells import CellReference
from analyzer.games.written import read_changes, read_policies, read_policy, read_variant


def upgraded(content: dict[str, Any]) -> dict[str, Any]:
    """Give the content of a manifest with cells as they are written today."""
    game = content["game"]["name"]
    return {**content, "cells": [cell if "reference" in cell else _upgraded(game, cell) for cell in content["cells"]]}


def _upgraded(game: str, cell: dict[str, Any]) -> dict[str, Any]:
    words = shlex.split(cell["replay"])
    policies = read_policies(words[words.index("--policy") + 1])
    variant, changes = read_variant(cell["variant"]), read_changes(cell["sets"])
    reference = CellReference(game, cell["players"], variant, changes, policies)
    seats = [read_policy(label) for label in cell["policies"]]
    return {**cell, "reference": msgspec.to_builtins(reference), "seats": msgspec.to_builtins(seats)}
