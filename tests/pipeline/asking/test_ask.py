import pytest
from tests.pipeline.conftest import SUBJECTS

from pincite.answer.confidence import EvidenceSignals
from pincite.answer.questions.asked_value import AskedValue
from pincite.domain.answer import NOT_FOUND, WEAK


@pytest.fixture
def store(workshop):
    workshop.write(*SUBJECTS[:2])
    return workshop.open_made()


@pytest.mark.parametrize(
    ("confidence", "found", "note", "kind"),
    [(0.1, False, "too weak", "too-weak"), (0.5, True, "is weak", "weak"), (0.9, True, "", None)],
)
def test_an_answer_tells_how_far_it_can_be_relied_on(store, monkeypatch, confidence, found, note, kind):
    monkeypatch.setattr("pincite.pipeline.asking.read_evidence.weigh_evidence", lambda context, relevance: confidence)
    answer = store.ask("Consider the Lease of the Orchard; who keeps the roof in repair?")
    assert (answer.found, answer.confidence) == (found, confidence)
    assert (note in answer.note) if note else answer.note == ""
    assert answer.note_kind == kind
    assert answer.sources
    assert (answer.text == NOT_FOUND) is not found


def test_an_answer_that_the_verifier_does_not_read_as_one_is_weak_and_its_confidence_small(store, monkeypatch):
    signals = EvidenceSignals(8.0, 8.0, likely=2.0, place=0.0, documents=0.7, read=-0.5, alone=-0.5, margin=1.0)
    monkeypatch.setattr("pincite.pipeline.asking.read_evidence.read_signals", lambda *given, **named: signals)
    answer = store.ask("Consider the Lease of the Orchard; when is the rent due?")
    assert answer.found and answer.confidence < WEAK
    assert answer.weak and answer.note_kind == "weak" and not answer.short


def test_a_refusal_tells_no_high_confidence(store, monkeypatch):
    monkeypatch.setattr("pincite.pipeline.asking.read_evidence.weigh_evidence", lambda context, relevance: 0.97)
    monkeypatch.setattr("pincite.pipeline.asking.ask.lacks_value", lambda question, quotations: AskedValue.AMOUNT)
    answer = store.ask("Consider the Lease of the Orchard; what is the rent?")
    assert not answer.found and answer.confidence <= store.settings.answer.threshold


def test_each_stage_is_timed(store, monkeypatch):
    monkeypatch.setattr("pincite.pipeline.asking.read_evidence.weigh_evidence", lambda context, relevance: 0.9)
    answer = store.ask("Consider the Lease of the Orchard; when is the rent due?")
    assert list(answer.seconds) == ["provision", "search", "context", "answer"]
    assert answer.citations[0].document.endswith("orchard.txt")


def test_a_defined_term_is_told_by_the_one_document_that_defines_it(workshop):
    workshop.write(*SUBJECTS[:2])
    (workshop.files / "mill.txt").write_text(
        "LICENCE OF THE MILL\n\n1. Fees. The Keeper pays the Exit Fee on leaving the mill.\n\n"
        "2. Terms. “Exit Fee” means the sum of £700. “Site” means the yard.\n"
    )
    workshop.build()
    answer = workshop.open().ask("How much is the exit fee?")
    assert answer.found and answer.answerer == "definitions"
    (citation,) = answer.citations
    assert citation.quote == "“Exit Fee” means the sum of £700."
    assert citation.document.endswith("mill.txt")
    assert answer.ranking.steps[-1].stage == "definition"
    store = workshop.open()
    assert store.ask("How much is the exit fee under the licence of the mill?").answerer == "definitions"
    assert store.ask("How much is the exit fee for the late return of the keys?").answerer != "definitions"
    assert store.ask("What is the site of the winter market?").answerer != "definitions"


def test_a_definition_is_quoted_without_the_heading_above_it(workshop):
    (workshop.files / "hire.md").write_text(
        "# HIRE AGREEMENT\n\n## 1. Definitions\n1.1 “Fee” means £400 per week.\n\n## 2. Hire\n2.1 It ends in May.\n"
    )
    workshop.build()
    answer = workshop.open().ask("What is the Fee under the hire agreement?")
    assert [citation.quote for citation in answer.citations] == ["1.1 “Fee” means £400 per week."]
