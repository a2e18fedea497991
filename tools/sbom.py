"""Writes a software bill of materials (CycloneDX 1.6, JSON) from requirements.lock and pyproject.toml.

    python tools/sbom.py > sbom.json

The same lock file gives the same bytes: no time, no path, no machine. `--timestamp` puts a time in.
"""

import argparse
import json
import re
import tomllib
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^ ;\\]+)(?: ; (?P<marker>[^\\]+?))? \\$")
HASH = re.compile(r"    --hash=sha256:([0-9a-f]{64})(?: \\)?$")


def normal(name: str) -> str:
    """Write the name of a package as package indexes do."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read_lock(text: str) -> list[dict[str, object]]:
    """Read a lock file as components, each with the hash of every file that may be installed."""
    components: list[dict[str, object]] = []
    hashes: list[dict[str, str]] = []
    for line in text.splitlines():
        pin, digest = PIN.match(line), HASH.match(line)
        if pin is not None:
            hashes = []
            components.append(_component(normal(pin["name"]), pin["version"], pin["marker"], hashes))
        elif digest is not None and components:
            hashes.append({"alg": "SHA-256", "content": digest[1]})
        elif line.strip():
            raise SystemExit(f"requirements.lock: neither a pin nor a hash: {line!r}")
    return components


def _component(name: str, version: str, marker: str | None, hashes: list[dict[str, str]]) -> dict[str, object]:
    where = f"pkg:pypi/{name}@{version}"
    found: dict[str, object] = {"type": "library", "bom-ref": where, "name": name, "version": version, "purl": where}
    found["hashes"] = hashes
    return found | ({"properties": [{"name": "analyzer:marker", "value": marker}]} if marker else {})


def bill(lock: str, project: str, timestamp: str | None = None) -> dict[str, object]:
    """Make the bill of materials of a lock file and the project it belongs to."""
    told = tomllib.loads(project)["project"]
    components = read_lock(lock)
    known = {item["name"]: item["bom-ref"] for item in components}
    own = f"{told['name']}@{told['version']}"
    root = {"type": "application", "bom-ref": own, "name": told["name"], "version": told["version"]}
    metadata: dict[str, object] = {"component": root | {"description": told["description"]}}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, own + lock)}",
        "version": 1,
        "metadata": metadata | ({"timestamp": timestamp} if timestamp else {}),
        "components": components,
        "dependencies": [{"ref": own, "dependsOn": sorted(str(known[normal(name)]) for name in told["dependencies"])}],
    }


def main() -> None:
    """Print the bill of this project."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--timestamp", help="a time to put in, as 2026-01-31T12:00:00Z")
    wanted = reader.parse_args()
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in ("requirements.lock", "pyproject.toml")]
    print(json.dumps(bill(*texts, wanted.timestamp), indent=2))


if __name__ == "__main__":
    main()
