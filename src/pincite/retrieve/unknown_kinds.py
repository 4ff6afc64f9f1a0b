"""Documents that a question calls by their kind alone, of a kind that nothing in the store is of.

"Under my employment contract, …", "What is the excess on our travel insurance?" among a lease and the terms of a gym:
whatever these say of notice or of an excess, it is not what was asked for. A document is of a kind if a word for that
kind stands in its name or its first lines; so one that goes by another name is believed rather than missed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from pincite.domain.chunk import Layer
from pincite.domain.hit import DocumentCard, part_humps
from pincite.files import readable_stem
from pincite.legal.languages import ENGLISH
from pincite.ports.store import Library, SearchBackend
from pincite.retrieve.naming import NamedThing
from pincite.spans import Span


@dataclass(frozen=True, slots=True)
class _Kind:
    """What documents of a kind are called, and the words of which such a document begins with at least one."""

    called: str
    words: str


_AGREEMENT = r"(?:agreement|contract)"
_INSURANCE = (
    "insurance insurer insured insure assurance policy cover protection indemnity plan benefit underwriting booklet"
)
_KINDS = (
    _Kind(
        rf"employment\s{{1,3}}{_AGREEMENT}|contract\s{{1,3}}of\s{{1,3}}employment",
        "employment employ employed employee employer executive officer engagement appointment position role post "
        "hours worker staff offer statement salary wages job",
    ),
    _Kind(
        r"mortgage(?:\s{1,3}(?:offer|deed|agreement|terms|conditions))?",
        "mortgage mortgagor mortgagee lender loan borrower charge",
    ),
    _Kind(rf"loan\s{{1,3}}(?:{_AGREEMENT}|terms)", "loan lender lend borrower credit facility finance note promissory"),
    _Kind(
        rf"(?:tenancy(?:\s{{1,3}}{_AGREEMENT})?|(?<!software\s)lease)",
        "lease tenancy tenant landlord lessee lessor let letting rent rental rented shorthold occupier premises "
        "sublease licence license hire",
    ),
    _Kind(
        rf"(?:sharehold|stockhold)ers?[’']?\s{{1,3}}{_AGREEMENT}",
        "shareholder shareholders stockholder stockholders investor investors",
    ),
    _Kind(
        rf"partnership\s{{1,3}}(?:{_AGREEMENT}|deed)|deed\s{{1,3}}of\s{{1,3}}partnership",
        "partnership partner partners LLP",
    ),
    _Kind(rf"franchise(?:\s{{1,3}}{_AGREEMENT})?", "franchise franchisee franchisor licence license"),
    _Kind(rf"merger\s{{1,3}}{_AGREEMENT}", "merger acquisition acquiror acquirer"),
    _Kind(
        rf"NDA|(?:non-?disclosure|confidentiality)\s{{1,3}}{_AGREEMENT}",
        "nda disclosure nondisclosure confidentiality secrecy",
    ),
    _Kind(r"privacy\s{1,3}(?:policy|notice)", "privacy data information gdpr records cookies"),
    _Kind(r"(?:staff|employee)\s{1,3}handbook", "handbook employee staff manual"),
    _Kind(r"(?:lasting\s{1,3})?power\s{1,3}of\s{1,3}attorney", "attorney attorneys donor"),
    _Kind(r"articles\s{1,3}of\s{1,3}association", "articles association constitution incorporation memorandum"),
    _Kind(r"funeral\s{1,3}plan", "funeral funerals"),
    _Kind(
        rf"(?:building|construction)\s{{1,3}}{_AGREEMENT}",
        "building build builder construction renovation refurbishment works contractor extension jct minor",
    ),
    _Kind(
        rf"consult(?:ancy|ing)\s{{1,3}}{_AGREEMENT}",
        "consultancy consulting consultant consult advisory adviser advisor services engagement",
    ),
)
# Insurances are told apart by what they insure: “our professional indemnity policy”, “my contents insurance”.
_INSURED = (
    _Kind(r"(?:home\s{1,3})?contents", "contents belongings possessions household home"),
    _Kind(r"(?:home|house|buildings?)", "home house building buildings property household landlord"),
    _Kind(r"travel", "travel trip holiday"),
    _Kind(r"(?:car|motor|van|vehicle)", "car cars motor van vehicle vehicles driver fleet"),
    _Kind(r"(?:pet|dog|cat|horse)", "pet pets animal animals dog dogs cat cats horse horses veterinary"),
    _Kind(r"(?:life|critical\s{1,3}illness)", "life death illness"),
    _Kind(r"(?:health|medical|dental)", "health medical dental healthcare"),
    _Kind(r"professional\s{1,3}(?:indemnity|liability)", "professional"),
    _Kind(r"(?:public|employers?[’']?|product)\s{1,3}liability", "liability"),
    _Kind(r"cyber", "cyber"),
)
# So many documents are looked into, and so much of each.
_MOST_READ, _FIRST_LINES = 40, 1000
# What a document speaks of in so many passages may be a term of its own.
_OFTEN = 3
_POLICY = r"\s{1,3}(?:insurance(?:\s{1,3}policy)?|policy|cover)"
_OWN = r"(?:my|our|his|her|their|your)"
_OF_OWN = re.compile(rf"\b{_OWN}\s{{1,3}}\Z", re.IGNORECASE)
_THE = r"(?:my|our|his|her|their|your|the)"
_SAYS = (
    r"(?:say|says|cover|covers|let|lets|allow|allows|require|requires|pay|pays|include|includes|exclude|excludes|give|gives|"
    r"provide|provides|have|has|end|ends|run|expire|expires|renew|contain|mention|permit|ban|stop|last|start|begin)"
)
_PROPERTY = (
    r"(?:excess|notice|notice\s{1,3}period|term|terms|rate|deposit|end\s{1,3}date|start\s{1,3}date|fee|cost|premium|rent|length|"
    r"limit|cap|law|parties|penalty|interest|repayments?|break\s{1,3}clause)"
)


@cache
def _frames(called: str) -> tuple[re.Pattern[str], ...]:
    """The ways to ask for the terms of a document that is called so: it stands in the group `called`."""
    thing = rf"(?P<called>{called})(?![\w’'-])"
    return tuple(
        re.compile(pattern, re.IGNORECASE)
        for pattern in (
            rf"\b(?:under|according\s{{1,3}}to|per)\s{{1,3}}{_THE}\s{{1,3}}{thing}",
            rf"\b(?:does|do|did|will|would|can)\s{{1,3}}{_THE}\s{{1,3}}{thing}\s{{1,3}}{_SAYS}\b",
            rf"\b{_PROPERTY}\s{{1,3}}(?:on|of|in|under|for)\s{{1,3}}{_OWN}\s{{1,3}}{thing}",
            rf"\b(?:end|cancel|leave|terminate|renew|extend|get\s{{1,3}}out\s{{1,3}}of)\s{{1,3}}{_OWN}\s{{1,3}}{thing}",
            rf"\A\W{{0,3}}(?:{_THE}\s{{1,3}})?{thing}\s{{0,3}}(?::|\s[-–—])\s",
        )
    )


def find_unknown_kind(question: str, library: Library, backend: SearchBackend) -> NamedThing | None:
    """The first document that a question asks for by its kind alone, where nothing in the store is of that kind.

    Words for kinds are English; of a document in another language nobody can tell by them.
    """
    for kind in _KINDS:
        if (thing := _asked(kind.called, question, backend)) and _having(kind.words, library, backend) == []:
            return thing if _is_english(library) else None
    for insured in _INSURED:
        thing = _asked(insured.called + _POLICY, question, backend)
        if thing and not _insures(insured, library, backend):
            return thing if _is_english(library) else None
    return None


def _asked(called: str, question: str, backend: SearchBackend) -> NamedThing | None:
    """A document that is called so and whose terms a question asks for; none that is a term of the documents."""
    found = next((found for frame in _frames(called) if (found := frame.search(question))), None)
    if found is None:
        return None
    words = found["called"].split()
    own = _OF_OWN.search(question, 0, found.start("called")) is not None
    if not own and (backend.mentions(words).counts >= _OFTEN).any():
        # “Under the Merger Agreement”, which a voting agreement goes by.
        return None
    return NamedThing(found["called"], (), tuple(words[-1:]), Span(*found.span("called")))


def _having(words: str, library: Library, backend: SearchBackend) -> list[str] | None:
    """The documents that have one of some words in their name or first lines; None where too many may have."""
    forms = [form for word in words.split() for form in (word, _plural(word))]
    found = backend.matching(" ".join(forms), k=_MOST_READ, layer=Layer.DOCUMENT)
    if len(found) == _MOST_READ:
        return None
    written = re.compile(rf"(?<![^\W_])(?:{'|'.join(forms)})(?![^\W_])", re.IGNORECASE)
    doc_ids = [one.passage.doc_id for one in found]
    return [doc_id for doc_id in doc_ids if written.search(_head(library.card(doc_id), library.text(doc_id)))]


def _is_english(library: Library) -> bool:
    """Tell whether the documents that may be meant are all known to be in English, as the words for kinds are."""
    return all(card.language == ENGLISH for card in library.cards[:_MOST_READ])


def _plural(word: str) -> str:
    return f"{word[:-1]}ies" if word.endswith("y") and word[-2:-1] not in "aeiou" else f"{word}s"


def _head(card: DocumentCard, text: str) -> str:
    names = f"{part_humps(readable_stem(card.path))} {card.title or ''} {' '.join(card.parties)}"
    return f"{names.replace('_', ' ')}\n{text[:_FIRST_LINES]}"


def _insures(insured: _Kind, library: Library, backend: SearchBackend) -> bool:
    """Tell whether a document is on some insurance, and on that of a thing."""
    policies, named = _having(_INSURANCE, library, backend), _having(insured.words, library, backend)
    return policies is None or named is None or not set(policies).isdisjoint(named)
