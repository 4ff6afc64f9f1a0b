"""Refusals where a clause comes near a value and states none."""

import pytest

from pincite.domain.answer import NoteKind
from pincite.pipeline.store import Store
from pincite.settings import load_settings

TEXT = (
    "STUDIO HIRE AGREEMENT\n\nThis Agreement is made on 14 March 2022 between Gullane Studios Ltd and Orris LLP.\n\n"
    "1. The hire fee is set out in Schedule 1 and is payable seven days before each booking.\n\n"
    "2. Statements of costs must keep to the page limit that the Owner sets for them in writing.\n"
)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gap")
    (folder / "hire.txt").write_text(TEXT, "utf-8")
    return Store.build(
        [folder / "hire.txt"],
        folder / "store",
        settings=load_settings(flags=["jobs=1", "executor.kind=inline"]).settings,
    )


def test_a_refusal_says_where_the_value_is_set(store):
    answer = store.ask("What is the hire fee?")
    assert not answer.found
    assert answer.note == "No passage that comes near states an amount; it is set in Schedule 1."


@pytest.mark.parametrize("question", ["What is the hire fee?", "What is the page limit for statements of costs?"])
def test_a_refusal_is_no_surer_than_the_threshold(store, question):
    answer = store.ask(question)
    assert (answer.found, answer.note_kind) == (False, NoteKind.NO_VALUE)
    assert answer.confidence <= load_settings().settings.answer.threshold
