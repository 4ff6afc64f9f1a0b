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
