"""The wire schema: what programs read, the same on every surface."""

import json
from importlib import import_module
from pathlib import Path

import pytest

from pincite.domain.answer import (
    Answer,
    CheckedClaim,
    Citation,
    Claim,
    DocumentEntry,
    Fault,
    FaultKind,
    NumberedSource,
    Outcome,
)
from pincite.domain.document import Box, Passage
from pincite.domain.finding import CheckedDraft, Finding, Pinpoint, Standing
from pincite.domain.hit import DocumentCard, Ranking, Step
from pincite.pipeline.checking.check_rows import BadRow, ClaimCheck, ClaimRow
from pincite.render import wire
from pincite.render.wire.answer import WireAnswer, WireChatAnswer
from pincite.render.wire.base import WireModel
from pincite.render.wire.check import WireDraft, WireRowCheck
from pincite.render.wire.document import WireCard
from pincite.spans import Span

PASSAGE = Passage("d1", Span(3, 9))
FAULT = Fault(FaultKind.NUMBER, "it says 4, not 5")


def an_answer():
    citation = Citation(
        1, PASSAGE, "a rent", "lease.pdf", Span(0, 6), "Lease", "5 › 5.2 › (b)", 3, (Box(3, 1, 2, 3, 4),), 0.9
    )
    return Answer(
        "What is due?",
        "A rent [1].",
        found=True,
        confidence=0.91239,
        citations=(citation,),
        sources=(NumberedSource(1, PASSAGE, "a rent", "lease.pdf", section="5 › 5.2"),),
        dropped=(CheckedClaim(Claim("It is 5."), 0.12345, faults=(FAULT,)),),
        entries=(DocumentEntry("d1", "lease.pdf", None, Outcome.YES, 0.5),),
        ranking=Ranking("What is due?", (), (Step("route", "open", ({"document": "lease.pdf", "score": 1.0},)),)),
        seconds={"search": 0.123456},
    )


def models():
    folder = Path(wire.__file__).parent
    found = {}
    for path in folder.glob("*.py"):
        module = import_module(f"pincite.render.wire.{path.stem}") if path.stem != "__init__" else wire
        found |= {
            name: value
            for name, value in vars(module).items()
            if isinstance(value, type) and issubclass(value, WireModel) and value is not WireModel
        }
    return found


@pytest.mark.parametrize("name", sorted(models()))
def test_every_model_has_a_schema_and_a_docstring_of_its_own(name):
    model = models()[name]
    assert name.startswith("Wire")
    assert model.model_json_schema(mode="serialization")["properties"]
    assert model.__doc__ != WireModel.__doc__


def test_an_answer_keeps_the_fields_that_programs_rely_on():
    told = json.loads(json.dumps(WireAnswer.of(an_answer(), explain=True).plain()))
    assert set(told) >= {
        *("question", "answer", "found", "confidence", "citations", "sources", "dropped", "answerer", "note"),
        *("documents", "usage", "seconds", "steps"),
    }
    (citation,) = told["citations"]
    assert citation == {
        "number": 1,
        "document": "lease.pdf",
        "doc_id": "d1",
        "title": "Lease",
        "section": "5 › 5.2 › (b)",
        "pinpoint": "§ 5.2(b)",
        "place": "lease.pdf, § 5.2(b), p. 3",
        "page": 3,
        "span": [3, 9],
        "boxes": [{"page": 3, "x0": 1, "y0": 2, "x1": 3, "y1": 4}],
        "quote": "a rent",
        "shown": "a rent",
        "claim": [0, 6],
        "score": 0.9,
        "label": "",
    }
    assert told["dropped"] == [
        {"claim": "It is 5.", "support": 0.1235, "faults": [{"kind": "number", "detail": "it says 4, not 5"}]}
    ]
    assert told["documents"][0]["outcome"] == "yes"
    assert told["steps"] == [{"stage": "route", "note": "open", "rows": [{"document": "lease.pdf", "score": 1.0}]}]
    assert (told["confidence"], told["seconds"]) == (0.9124, {"search": 0.1235})


def test_steps_are_told_where_they_are_asked_for():
    assert WireAnswer.of(an_answer()).steps == []
    turn = WireChatAnswer.turn("And when?", an_answer(), asked="When is it due?", explain=True).plain()
    assert (turn["said"], turn["asked"], len(turn["steps"])) == ("And when?", "When is it due?", 1)


def test_what_goes_out_can_be_read_back():
    """A client that knows the schema reads what we write, and nothing is lost."""
    sent = WireAnswer.of(an_answer(), explain=True)
    assert WireAnswer.model_validate_json(json.dumps(sent.plain())) == sent


def test_broken_characters_come_through():
    card = DocumentCard("d1", "caf\udce9.txt", None, "nda", (), (), "half \ud800", 9)
    told = json.loads(json.dumps(WireCard.of(card).plain()))
    assert (told["path"], told["summary"]) == ("caf\udce9.txt", "half \ud800")


def test_a_draft_and_its_counts():
    pinpoint = Pinpoint(PASSAGE, "a rent", "lease.pdf", section="5")
    draft = CheckedDraft(
        "memo.md", "It is due.", (Finding(Span(0, 10), "It is due.", Standing.SUPPORTED, 0.9, (), pinpoint),)
    )
    told = WireDraft.of(draft).plain()
    assert told["counts"] == {"supported": 1, "contradicted": 0, "not-found": 0, "not-a-claim": 0}
    (sentence,) = told["sentences"]
    assert (sentence["span"], sentence["standing"], sentence["pinpoint"]["span"]) == ([0, 10], "supported", [3, 9])


def test_a_row_says_what_applies_and_no_more():
    row = ClaimRow(2, "It is 5.", "It is 4.")
    assert WireRowCheck.of(row, ClaimCheck(False, 0.2, (FAULT,))).plain(without_none=True) == {
        "line": 2,
        "supported": False,
        "score": 0.2,
        "faults": [{"kind": "number", "detail": "it says 4, not 5"}],
    }
    bad = WireRowCheck.of(BadRow(3, "it is not JSON", id="x"), None).plain(without_none=True)
    assert bad == {"line": 3, "id": "x", "error": "it is not JSON"}
