"""Look up every rule, section and case that an answer cites: whether it exists and supports the answer."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.domain.authority import Authority, CitedAuthority
from pincite.errors import RegisterError
from pincite.legal.citations import LegalCitation, find_citations
from pincite.legal.claims import without_marks
from pincite.legal.quotations import mask_quotations
from pincite.legal.sentences import split_sentences
from pincite.pipeline.checking.authorities import StoreRegister
from pincite.pipeline.checking.check_rows import ClaimChecker
from pincite.pipeline.store import Store
from pincite.pipeline.wire import make
from pincite.ports.evaluation import AuthorityRegister
from pincite.settings import Settings
from pincite.spans import Span


class AnswerChain:
    """Looks up the authorities of answers in registers; the first that has one decides."""

    def __init__(self, registers: Sequence[AuthorityRegister], checker: ClaimChecker) -> None:
        self._registers = registers
        self._checker = checker
        self._known: dict[str, tuple[Authority | None, str]] = {}

    def trace(self, query_id: str, answer: str, *, question: str) -> list[CitedAuthority]:
        """Every authority an answer cites, each once.

        Citations inside a quotation are the quoted document's own: they must exist, but need not support anything.
        """
        text = without_marks(answer)
        found: dict[str, tuple[Authority | None, str]] = {}
        for citation in find_citations(text):
            if any(register.covers(citation) for register in self._registers):
                found |= {key: self._look_up(citation, key) for key in citation.keys}
        said = self._supported_keys(mask_quotations(text), found, question)
        return [
            CitedAuthority(
                query_id,
                key,
                exists=None if problem else authority is not None,
                supported=said.get(key),
                place=authority.place if authority else "",
                error=problem,
            )
            for key, (authority, problem) in found.items()
        ]

    def _look_up(self, citation: LegalCitation, key: str) -> tuple[Authority | None, str]:
        if key not in self._known:
            self._known[key] = self._ask(citation, key)
        return self._known[key]

    def _ask(self, citation: LegalCitation, key: str) -> tuple[Authority | None, str]:
        """Ask the registers: return the first entry with text, else one without, else why none could tell."""
        bare: Authority | None = None
        problem = ""
        for register in self._registers:
            if not register.covers(citation):
                continue
            try:
                found = register.look_up(citation, key)
            except RegisterError as error:
                problem = str(error)
                continue
            if found is not None and found.text:
                return found, ""
            bare = bare or found
        return bare, "" if bare else problem

    def _supported_keys(
        self, text: str, found: dict[str, tuple[Authority | None, str]], question: str
    ) -> dict[str, bool | None]:
        """For each key that the answer cites in its own words, tell whether every sentence with it is supported."""
        supported: dict[str, bool | None] = {}
        for span in split_sentences(text, Span(0, len(text))):
            sentence = span.slice(text)
            keys = [key for citation in find_citations(sentence) for key in citation.keys if key in found]
            if not keys:
                continue
            verdict = self._check(sentence, [(key, found[key][0]) for key in keys], question)
            for key in keys:
                missing = found[key][0] is None and not found[key][1]
                here = False if missing else verdict
                supported[key] = here if supported.get(key, True) is True or here is False else supported[key]
        return supported

    def _check(self, sentence: str, cited: Sequence[tuple[str, Authority | None]], question: str) -> bool | None:
        texts = [f"{key}\n{authority.text}" for key, authority in cited if authority and authority.text]
        if not texts:
            return None
        return self._checker.check(" ".join(sentence.split()), "\n\n".join(texts), question=question).supported


def make_chain(store: Store, settings: Settings) -> AnswerChain:
    """The chain over a store, and over the register that settings name."""
    outside: AuthorityRegister = make("lookup", settings.lookup)
    return AnswerChain((StoreRegister(store.library), outside), ClaimChecker(settings, verifier=store.verifier))
