"""Changes of valid inputs, as plain data: what is done, where, with which piece of junk; for trees and for bytes."""

from __future__ import annotations

import copy

from hypothesis import strategies as st

WIDE = 1 << 20
EDIT = st.tuples(st.integers(0, WIDE), st.integers(0, WIDE), st.integers(0, WIDE))  # deed, place, junk
EDITS = st.lists(EDIT, max_size=6)

NUMBERS = [-1, 0, 1, 2, 3, 7, 40, 121, 255, 32767, 32768, -32769, 2**31, 2**53 + 1, 2**63 - 1, 2**63, -(2**64), 10**30]
FLOATS = [0.5, -0.25, 1e-300, 1e300, 2.0]
TEXTS = ["", "x", "zzz", "base", "standard", "spacing", "random_legal", "x" * 400, "é", "🐙", "\u202e", "\x00", "a\nb"]
TEXTS += ["../../up", "/dev/zero", "mine.toml", "data.toml", "true", "[", "a=b", "%s{0}", "None", "𝟓", "٣", "\ufeff"]
NESTED = [[], {}, [[]], [{}], {"": 1}, {"a": {"b": {"c": [1]}}}, [1, "a", True], [[1], [2]], list(range(1200))]
DEEP = [[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]
TREE_JUNK = [*NUMBERS, *FLOATS, *TEXTS, True, False, *NESTED, DEEP]

TOKENS = [
    b"",
    b" ",
    b"\n",
    b"\x00",
    b"\xff",
    b"\xc3",
    b"\r",
    b"\t",
    b"=",
    b".",
    b"'",
    b'"',
    b'"""',
    b"'''",
    b"#",
    b"\\",
]
TOKENS += [
    b"[",
    b"]",
    b"{",
    b"}",
    b"[[",
    b"]]",
    b",",
    b"+",
    b"-",
    b"_",
    b"(",
    b")",
    b":",
    b"e",
    b"0",
    b"9",
    b"-1",
    b"1e999",
]
TOKENS += [
    b"nan",
    b"inf",
    b"-inf",
    b"true",
    b"1979-05-27",
    b"07:32:00",
    b"0x7f",
    b"0b1",
    b"99999999999999999999",
    b"..",
    b"/",
]
TOKENS += [
    b"[" * 3000,
    b"{a=" * 500,
    b"9" * 5000,
    b"a." * 400,
    b"x" * 70_000,
    b"\xef\xbb\xbf",
    "٣".encode(),
    "é".encode(),
]


def places(tree, above=()):
    """List the path of everything in a tree."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in items:
        yield (*above, key)
        yield from places(value, (*above, key))


def mutate_tree(tree, edits):
    """Change, drop, double, rename or move values anywhere in a tree."""
    tree = copy.deepcopy(tree)
    for deed, place, junk in edits:
        found = list(places(tree))
        if not found:
            break
        *above, last = found[place % len(found)]
        _edit(_at(tree, above), last, deed % 6, junk, _at(tree, found[junk % len(found)]))
    return tree


def _at(tree, path):
    for key in path:
        tree = tree[key]
    return tree


def _edit(parent, key, deed, junk, other):
    value = TREE_JUNK[junk % len(TREE_JUNK)]
    if deed == 0:
        del parent[key]
    elif deed == 1 and isinstance(parent, list):
        parent.insert(key, copy.deepcopy(parent[key]))
    elif deed == 1:
        parent[str(value)[:500]] = parent.pop(key)
    elif deed == 2:
        parent[key] = copy.deepcopy(other)
    elif deed == 3:
        parent[key] = [parent[key]]
    else:
        parent[key] = copy.deepcopy(value)


def mutate_bytes(content, edits, tokens=TOKENS):
    """Flip, drop, double, insert and replace parts of a file."""
    for deed, place, junk in edits:
        at, token = place % (len(content) + 1), tokens[junk % len(tokens)]
        behind = min(len(content), at + 1 + junk % 40)
        content = _changed(content, deed % 8, at, behind, token, junk)
    return content


def _changed(content, deed, at, behind, token, junk):
    match deed:
        case 0 if at < len(content):
            return content[:at] + bytes([content[at] ^ (1 << junk % 8)]) + content[at + 1 :]
        case 1:
            return content[:at] + content[behind:]
        case 2:
            return content[:behind] + content[at:]
        case 3:
            return content[:at] + token + content[behind:]
        case 4 if junk % 5 == 0:
            return content[:at]
        case 5:
            lines = content.split(b"\n")
            first, second = at % len(lines), junk % len(lines)
            lines[first], lines[second] = lines[second], lines[first]
            return b"\n".join(lines)
    return content[:at] + token + content[at:]
