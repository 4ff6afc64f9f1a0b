"""The Python in the documentation runs."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("page", ["docs/howto/index-and-search.md"])
def test_the_examples_of_a_page_run_in_order(page, hashing, tmp_path, monkeypatch, capsys):
    preset = tmp_path / "preset.toml"
    preset.write_text('jobs = 1\n[embedder]\nkind = "hashing"\n')
    monkeypatch.setenv("PINCITE_PRESET", str(preset))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), {"__name__": "__example__"})
    assert "2 added, 0 unchanged" in capsys.readouterr().out
