"""What every registered answerer, reranker, highlighter and verifier must do.

Those behind a provider's interface talk to a real server on this machine; those that need a package or a model that is
not installed are skipped.
"""

import numpy as np
import pytest
from tests.chat_provider import ChatProvider
from tests.local_server import LocalServers

from pincite import registry
from pincite.domain.answer import AnswerContext, CheckedClaim, Claim, Draft, Fault, FaultKind, NumberedSource
from pincite.domain.document import Passage
from pincite.errors import MissingExtra, ModelError
from pincite.llm.openai_http import OpenAiChat
from pincite.options import is_injected
from pincite.ports import Answerer, Highlighter, Reranker, Verifier
from pincite.spans import Span

REPLY = "The Tenant shall pay a rent of £12,500 a year [1]. The Tenant repairs the roof [2]."
TEXTS = (
    "1. Rent. The Tenant shall pay a rent of £12,500 a year, by quarterly payments in advance.",
    "2. Repairs. The Tenant shall keep the roof and the gutters in repair at its own cost.",
    "3. Notice. Either party may end this Lease by three months' notice in writing.",
)
ODD = ("", " \n\t", "x" * 5000, "家賃は毎月支払う。 المستأجر يدفع 🏠", "Rent \ud800 due \x00 now.")


@pytest.fixture
def provider(monkeypatch, tmp_path):
    monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    monkeypatch.setenv("CO_API_KEY", "test")
    with LocalServers(keep_alive=False) as servers:
        yield ChatProvider(servers, REPLY)


def make(port, name, provider):
    """A plug-in as settings would make it, pointed at the provider of the test."""
    plugin = registry.load(port, name)
    try:
        if is_injected(plugin, "chat"):
            return plugin(chat=OpenAiChat("gull-1", base_url=f"{provider.url}/v1", attempts=1))
        if (port, name) == ("reranker", "cohere"):
            return plugin(base_url=provider.url, attempts=1)
        return plugin()
    except (MissingExtra, ModelError) as missing:
        pytest.skip(str(missing))


def context():
    sources = []
    for number, text in enumerate(TEXTS, start=1):
        span = Span(100 * number, 100 * number + len(text))
        evidence = ((span, 1 - number / 10),)
        sources.append(NumberedSource(number, Passage(f"doc{number}", span), text, "lease.txt", evidence=evidence))
    return AnswerContext("What is the rent?", tuple(sources))


@pytest.mark.parametrize("name", registry.names("answerer"))
def test_an_answerer_drafts_claims_that_cite_the_sources_by_number(name, provider):
    answerer = make("answerer", name, provider)
    assert isinstance(answerer, Answerer) and answerer.name
    draft = answerer.answer(context())
    assert isinstance(draft, Draft)
    assert all(isinstance(claim, Claim) and claim.text.strip() for claim in draft.claims)
    assert {number for claim in draft.claims for number in claim.numbers} <= {1, 2, 3}
    assert draft.claims and draft.claims[0].numbers == (1,)


@pytest.mark.parametrize("name", registry.names("answerer"))
def test_an_answerer_takes_the_faults_of_its_last_draft(name, provider):
    answerer = make("answerer", name, provider)
    fault = Fault(FaultKind.NUMBER, "“£9” does not occur in [1]")
    claim = Claim("It is £9 [1].", (1,))
    last = Draft((claim,), text=claim.text)
    draft = answerer.answer(context(), draft=last, faults=[CheckedClaim(claim, 0.1, (), (fault,))])
    assert isinstance(draft, Draft)
    assert isinstance(answerer.mends, bool)


@pytest.mark.parametrize("name", registry.names("reranker"))
@pytest.mark.parametrize("passages", [(), TEXTS, ODD], ids=["none", "prose", "odd"])
def test_a_reranker_gives_one_finite_score_per_passage(name, passages, provider):
    reranker = make("reranker", name, provider)
    assert isinstance(reranker, Reranker)
    scores = reranker.rerank("What is the rent?", passages)
    assert len(scores) == len(passages)
    assert all(isinstance(score, float) and np.isfinite(score) for score in scores)
    assert scores == pytest.approx(reranker.rerank("What is the rent?", passages), abs=1e-5)


@pytest.mark.parametrize("name", registry.names("highlighter"))
@pytest.mark.parametrize("question", ["What is the rent?", "", "\ud800"], ids=["plain", "empty", "broken"])
def test_a_highlighter_marks_tokens_inside_each_window(name, question):
    highlighter = registry.load("highlighter", name)()
    assert isinstance(highlighter, Highlighter)
    windows = [*TEXTS, *ODD]
    marked = highlighter.read(question, windows, centres=[len(window) // 2 for window in windows])
    assert len(marked) == len(windows)
    for window, found in zip(windows, marked, strict=True):
        places = np.asarray(found.places).reshape(-1, 2)
        assert len(places) == len(found.logits)
        assert np.isfinite(found.logits).all() and np.isfinite(found.relevance)
        assert (places >= 0).all() and (places <= len(window)).all()
        assert (places[:, 0] <= places[:, 1]).all() and (np.diff(places[:, 0]) >= 0).all()
    assert highlighter.read(question, [], centres=[]) == []


@pytest.mark.parametrize("name", registry.names("verifier"))
def test_a_verifier_gives_one_verdict_per_pair_or_none_at_all(name):
    try:
        verifier = registry.load("verifier", name)()
    except ModelError as missing:
        pytest.skip(str(missing))
    assert isinstance(verifier, Verifier)
    pairs = [("The Tenant pays £12,500.", TEXTS[0]), ("The Landlord repairs.", TEXTS[1]), ("", "")]
    verdicts = verifier.verify(pairs)
    assert len(verdicts) in (0, len(pairs))
    for verdict in verdicts:
        assert verdict.supported + verdict.refuted + verdict.unsaid == pytest.approx(1, abs=1e-4)
    assert verifier.verify([]) == []
