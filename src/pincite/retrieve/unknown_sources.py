"""Publications and laws that a question is to be answered from, and that nothing in the store ever mentions.

"What does the White Book say?", "Under the CCPA, …", "Leaflet EX50 - what is the fee?": whatever a passage says that
comes near, it is not what they say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.legal.document_names import fold_name
from pincite.legal.provisions import find_provisions
from pincite.ports.store import Library, SearchBackend
from pincite.retrieve.naming import NamedThing, is_asking, is_document_word
from pincite.retrieve.spelling import is_ordinary
from pincite.spans import Span

_CAPITAL = r"[A-Z][\w&’'-]{1,40}"
_JOIN = r"(?:of|on|and|for|the|&)"
_NAME = rf"(?P<name>{_CAPITAL}(?:\s{{1,3}}(?:{_JOIN}\s{{1,3}}){{0,2}}{_CAPITAL}){{0,5}})"
_SAYS = r"(?:advis|explain|mention|provid|recommend|requir|sa[iy]|stat|suggest)[a-z]{0,3}"
_PUBLICATION = r"(?:book|booklet|bulletin|circular|commentary|handbook|leaflet|manual|note|notes|paper|textbook)"
_UNIT = r"(?:article|art|section|s|ss|sections|rule|regulation|paragraph|para|page|chapter|note)"
_FRAMES = tuple(
    map(
        re.compile,
        (
            # "Under the CCPA, …", "according to Chitty": but "under Welsh law" is not a source, and goes on.
            rf"\b(?:[Uu]nder|[Aa]ccording\s{{1,3}}to|[Pp]er|[Pp]ursuant\s{{1,3}}to)\s{{1,3}}(?:the\s{{1,3}})?{_NAME}(?=[,?]|\s{{1,3}}[-–—]|\s*+\Z)",
            # "What does the White Book note say …?"
            rf"\b(?:does|do|did|has)\s{{1,3}}(?:the\s{{1,3}})?{_NAME}(?:\s{{1,3}}{_PUBLICATION})?(?:\s{{1,3}}at\s{{1,3}}[\w.]{{1,12}})?\s{{1,3}}{_SAYS}\b",
            rf"\A\W{{0,3}}(?:[Tt]he\s{{1,3}})?{_NAME}(?:\s{{1,3}}{_PUBLICATION})?\s{{1,3}}{_SAYS}\b",
            # "article 28 GDPR", "paragraph 4 of the ABCD"
            rf"\b{_UNIT}\.?\s{{1,3}}\d[\w.()]{{0,12}}\s{{1,3}}(?:(?:of|in)\s{{1,3}})?(?:the\s{{1,3}})?(?P<name>[A-Z]{{3,8}})\b(?!\s{{1,3}}[A-Z])",
            # "in the Green Book", "note 3 of the White Book"
            rf"\b(?:in|of|by|from)\s{{1,3}}(?:the\s{{1,3}})?{_NAME}(?=[,?]|\s*+\Z)",
        ),
    )
)
# "Leaflet EX50 - what is the fee?": at the head.
_HEADING = re.compile(rf"\A\W{{0,3}}(?:[Tt]he\s{{1,3}})?{_NAME}(?:\s{{1,3}}[-–—]|:)\s")
_CODE = re.compile(r"[A-Z]{1,4}\d{1,5}[A-Z]?")
_OF_PUBLICATION = re.compile(rf"\b{_PUBLICATION}\b", re.IGNORECASE)
# "The White Book note at 3.4.2 says", "Leaflet EX50 - what is …"
_CONTENT = re.compile(
    rf"(?:\s{{1,3}}{_PUBLICATION})?(?:\s{{1,3}}at\s{{1,3}}[\w.()]{{1,12}})?\s{{1,3}}(?:{_SAYS}|[-–—])", re.IGNORECASE
)
_POSSESSIVE = re.compile(r"[’']s?\Z")
# Words with a capital that name no source.
_COMMON = frozenset("CPR PD UK US USA EU English Welsh Scots".split())  # noqa: SIM905
_MOST_READ = 40
_SHORTEST = 3  # letters of a name that stands alone
_PHRASE = 2  # words that make a phrase


def find_unknown_source(question: str, library: Library, backend: SearchBackend) -> NamedThing | None:
    """The first source that a question is to be answered from and that no document mentions."""
    provisions = [one.span for one in find_provisions(question)]
    for words, span in _sources(question):
        if any(span.overlaps(one) for one in provisions) or any(map(is_document_word, words)):
            continue
        # What a book says is not in the store, though a document there may cite it.
        whole = _CONTENT.match(question, span.end)
        published = whole is not None and _OF_PUBLICATION.search(question, span.start, whole.end())
        if (published and not _is_titled(words, library)) or _is_unknown(words, library, backend):
            called = span.slice(question)
            article = "the " if question[: span.start].casefold().endswith("the ") else ""
            return NamedThing(f"{article}{called}", tuple(words), (), span, published=True)
    return None


def _sources(question: str) -> Iterator[tuple[list[str], Span]]:
    """The names of what a question is to be answered from: their words, and their places."""
    for number, frame in enumerate(_FRAMES):
        for found in frame.finditer(question):
            words = _words(found["name"])
            last = number == len(_FRAMES) - 1
            if words and not (last and not _OF_PUBLICATION.search(found["name"])):
                yield words, Span(*found.span("name"))
    heading = _HEADING.match(question)
    if heading and (_CODE.search(heading["name"]) or _OF_PUBLICATION.search(heading["name"])):
        yield _words(heading["name"]), Span(*heading.span("name"))


def _words(name: str) -> list[str]:
    """The words of a name with a capital; none where it is no name, but a word of the question."""
    words = [_POSSESSIVE.sub("", word) for word in name.split() if word[:1].isupper()]
    return [] if is_asking(words[0]) or _COMMON.intersection(words) else words


def _is_unknown(words: list[str], library: Library, backend: SearchBackend) -> bool:
    """Tell whether no document has one of some words, or all are ordinary ones that stand together in none."""
    # "What does Legal say?", "according to HR": departments and the like are no sources.
    if len(words) == 1 and (len(words[0]) < _SHORTEST or (is_ordinary(words[0]) and not words[0].isupper())):
        return False
    if not all(_is_known(word, library, backend) for word in words):
        return True
    if len(words) < _PHRASE or not all(map(is_ordinary, words)) or not _OF_PUBLICATION.search(" ".join(words)):
        return False
    written = re.compile(r"\W{1,3}(?:\w{2,3}\W{1,3})?".join(rf"\b{re.escape(word)}\b" for word in words), re.IGNORECASE)
    near = backend.mentions(words).doc_ids[:_MOST_READ].tolist()
    return not any(written.search(library.text(doc_id)) for doc_id in near)


def _is_titled(words: list[str], library: Library) -> bool:
    """Tell whether a document has all of some words in its title or its file's name."""
    titles = (set(library.names.titles.containing(fold_name(word)).tolist()) for word in words)
    return bool(set.intersection(*titles))


def _is_known(word: str, library: Library, backend: SearchBackend) -> bool:
    folded, names = fold_name(word), library.names
    labelled = any(len(table.containing(folded)) for table in (names.titles, names.parties, names.initials))
    return labelled or len(backend.mentions([word])) > 0
