import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"


@pytest.fixture
def readme_policy(tmp_path):
    """The first policy that the README shows, as a file."""
    block = next(
        text
        for text in re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
        if "@scoring" in text
    )
    file = tmp_path / "patient.py"
    file.write_text(block, encoding="utf-8")
    return file
