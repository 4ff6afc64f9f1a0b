import shutil

import pytest

from pincite import registry
from pincite.errors import UnknownName


def test_every_registered_name_can_be_loaded():
    for port, plugins in registry.BUILT_IN.items():
        for name in plugins:
            assert callable(registry.load(port, name)), f"{port} {name}"


def test_an_unknown_name_lists_the_known():
    with pytest.raises(UnknownName, match="Known: docx, html"):
        registry.load("reader", "wordstar")
    with pytest.raises(UnknownName, match="ocr"):
        registry.names("oracle")


def test_what_is_installed_while_it_runs_is_found(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    assert "late" not in registry.names("reader")
    info = tmp_path / "late_reader-1.0.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("[pincite.reader]\nlate = pincite.ingest.text:TextReader\n")
    assert "late" in registry.names("reader") and registry.load("reader", "late")
    shutil.rmtree(info)
    assert "late" not in registry.names("reader")
