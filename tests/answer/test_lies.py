"""The lies of tests/data/lies: how many are shown as verified, and how many true statements are kept."""

import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "hardening" / "lies.py"


@pytest.fixture(scope="module")
def lies():
    spec = importlib.util.spec_from_file_location("lies", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("half", ["tune", "held"])
def test_few_lies_are_shown_and_true_statements_are_kept(lies, half):
    counts = lies.measure([one for one in lies.read_statements() if one.half == half])
    true = counts.pop("true")
    asked, shown = (sum(count[key] for count in counts.values()) for key in ("asked", "shown"))
    assert shown <= 0.10 * asked
    assert true["shown"] >= 0.90 * true["asked"]


@pytest.mark.parametrize("kind", ["uncited", "misquote", "ellipsis", "disguise", "wrong-currency", "business-days"])
def test_what_can_be_checked_exactly_is_never_shown(lies, kind):
    counts = lies.measure([one for one in lies.read_statements() if one.kind == kind])
    assert counts[kind]["shown"] == 0


def test_the_set_is_large_and_balanced(lies):
    statements = list(lies.read_statements())
    kinds = {one.kind for one in statements if not one.true}
    told = [one for one in statements if not one.true]
    assert len(kinds) >= 24
    assert len(told) >= 280
    assert sum(one.true for one in statements) >= 0.95 * len(told)
