"""A library error says what is wrong; the command line adds what to type."""

import ast
import pickle
import re
from pathlib import Path

import pytest

from pincite.cli.hints import ADVICE, with_advice
from pincite.errors import BenchmarkError, Hint, NotFound, PinciteError, ReadError, StoreError

SOURCE = Path(__file__).resolve().parents[2] / "src" / "pincite"
LIBRARY = [path for path in sorted(SOURCE.rglob("*.py")) if "cli" not in path.relative_to(SOURCE).parts]
# An option, a command of ours.
ADVISES = re.compile(r"(?<![\w-])--[a-z][a-z-]+|\bpincite (?:[a-z]+)\b(?! (?:is|was|has))")


def raised_sentences(tree):
    """The texts inside `raise` statements and in what is assigned to the names they use."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) or (isinstance(node, ast.Assign) and names_a_problem(node)):
            yield from (
                part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )


def names_a_problem(node):
    return any(isinstance(target, ast.Name) and target.id in ("problem", "reason", "why") for target in node.targets)


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_error_of_the_library_speaks_of_the_command_line(path):
    told = [text for text in raised_sentences(ast.parse(path.read_text("utf-8"))) if ADVISES.search(text)]
    assert not told


def test_the_command_line_has_words_for_every_hint():
    assert set(ADVICE) == set(Hint)
    for hint, words in ADVICE.items():
        assert ADVISES.search(words), hint


def test_every_hint_is_given_by_some_error():
    code = "\n".join(path.read_text("utf-8") for path in LIBRARY if path.name != "errors.py")
    assert [hint.name for hint in Hint if f"Hint.{hint.name}" not in code] == []


def test_the_advice_follows_the_sentence_with_the_place_filled_in():
    error = StoreError("office.store", "there is no store", hint=Hint.MAKE_STORE)
    assert str(error) == "The store office.store cannot be used: there is no store."
    assert with_advice(error) == f"{error} Make one: pincite index PATH… --store office.store"
    error = BenchmarkError("train.json", "is an object", hint=Hint.CONVERT_DATASET)
    assert with_advice(error) == "train.json: is an object. Convert it: pincite dataset convert train.json --to DIR"
    assert with_advice(NotFound("There is none.")) == "There is none."


def test_an_error_keeps_its_hint_on_the_way_from_a_worker():
    error = pickle.loads(pickle.dumps(ReadError("a.txt", "damaged", "is not UTF-8", hint=Hint.BE_LENIENT)))
    assert (error.hint, error.kind, str(error)) == (Hint.BE_LENIENT, "damaged", "a.txt: is not UTF-8")


def test_an_error_without_a_hint_has_none():
    assert PinciteError("It failed.").hint is None
