"""Which documents some words call by name, and by nothing else: “the travel policy”, “Part 31”, “the NDA”.

A route finds the names in a question. Here all of the words must be a name: each stands in what a document is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import reduce

from pincite.domain.called import CalledDocuments
from pincite.legal.citations.guides import find_guides
from pincite.legal.document_names import fold_name, shortened
from pincite.legal.provisions import find_provisions
from pincite.ports.store import Library
from pincite.retrieve.kinds import choose_documents
from pincite.retrieve.names import FEW, PLAIN
from pincite.retrieve.naming import DOCUMENT_NOUNS, LAW_NOUNS
from pincite.retrieve.route import Router

_WORD = re.compile(r"[^\W_]+")
_DETERMINERS = frozenset("a an both each my our the their this these those your its".split())  # noqa: SIM905 - a list
_SMALL = frozenset({"and", "for", "of", "on", "s", "to", "with", "the"})
# Any contract is called so: beside other words these say little, and alone they name none.
_ANY = frozenset({"agreement", "contract", "deal", "document", "file", "paper", "one", "will", "case", "plan", "note"})
_NOUNS = (DOCUMENT_NOUNS | LAW_NOUNS | {"booklet", "direction", "instrument", "part", "rule", "terms"}) - {"code"}
# A whole body of rules, of which a question means the one that says what is asked; what its documents are numbered as.
_BODIES = {("rule",): "part", ("rules",): "part", ("practice", "direction"): "direction"}
# What stands for a kind, whatever the document's own name.
_KINDS = frozenset({"agreement", "contract", "deal", "lease", "licence", "license", "nda"})
_NARROWER = {"lease": ("sublease", "underlease")}
_NARROW = frozenset(noun for nouns in _NARROWER.values() for noun in nouns)
_POINTED = re.compile(r"(?:the|our|my|your|this)\s", re.IGNORECASE)
_MOST_TELLING = 4
_INITIALS = re.compile(r"[A-Z]{2,6}")


def documents_called(words: str, library: Library, router: Router) -> CalledDocuments | None:
    """The few documents that some words call; None where the words are no name, or fit many documents."""
    if certain := _by_number(words, router) or _by_guide(words, router):
        return certain
    own = [word for word in _WORD.findall(words) if word.casefold() not in _DETERMINERS]
    # "The Quillon one" is called by its name alone.
    own = own[:-1] if own[-1:] == ["one"] else own
    if not own or own[0].casefold() in _SMALL or own[-1].casefold() in _SMALL:
        return None
    spelt = tuple(word.casefold() for word in own)
    if spelt in _BODIES:
        return _body(words, _BODIES[spelt], router)
    noun = spelt[-1] if spelt[-1] in _NOUNS else ""
    telling = [word for word in (spelt[:-1] if noun else spelt) if word not in _SMALL]
    if (noun in _ANY or not noun) and not telling:
        return None
    if not noun and any(word in PLAIN and word not in DOCUMENT_NOUNS for word in telling):
        return None
    names = library.names
    fitting = [names.ids(_bearing(word, library)) for word in telling]
    if noun:
        fitting.append(_being(noun, library))
    found = reduce(set.intersection, fitting) | names.ids(_titled(own, library)) | _by_initials(own, library)
    plain = not noun and all(word.islower() for word in own)
    if found:
        return CalledDocuments(words, tuple(sorted(found)), plain=plain) if len(found) <= FEW else None
    return CalledDocuments(words) if _is_plainly_a_document(words, own) else None


def _by_number(words: str, router: Router) -> CalledDocuments | None:
    """The Part or practice direction that some words are the number of, or of a rule in it."""
    provisions = find_provisions(words)
    if len(provisions) != 1 or (instrument := provisions[0].instrument) is None:
        return None
    rest = words[: provisions[0].span.start] + words[provisions[0].span.end :]
    if {word.casefold() for word in _WORD.findall(rest)} - _DETERMINERS - {"cpr"}:
        return None
    doc_ids = tuple(sorted(doc_id for doc_id, known in router.instruments.items() if instrument in known))
    return CalledDocuments(words, doc_ids) if doc_ids or router.instruments else None


def _by_guide(words: str, router: Router) -> CalledDocuments | None:
    for guide, span in find_guides(words):
        rest = {word.casefold() for word in _WORD.findall(words[: span.start] + words[span.end :])}
        if doc_ids := router.guides.get(guide, ()) if rest <= _DETERMINERS else ():
            return CalledDocuments(words, tuple(doc_ids))
    return None


def _being(noun: str, library: Library) -> set[str]:
    """The documents that are what a noun says: those called so before others; a sublease is no lease beside one."""
    names = library.names
    labelled = names.ids(at for form in {noun, noun.removesuffix("s")} for at in names.words.documents(form))
    if noun in _NARROW or (labelled and noun not in _KINDS):
        return labelled
    found = labelled | {card.id for card in choose_documents(library, [noun])} | names.ids(_bearing(noun, library))
    narrower = {at for other in _NARROWER.get(noun, ()) for at in names.titles.containing(other).tolist()}
    return found - names.ids(narrower) or found


def _bearing(word: str, library: Library) -> Iterable[int]:
    """The documents with a word in their file's name, title, parties or kind, in the singular or the plural."""
    names = library.names
    forms = {word, f"{word}s", word.removesuffix("s")} - {""}
    return {at for form in forms for table in (names.words, names.descriptions) for at in table.documents(form)}


def _titled(own: Iterable[str], library: Library) -> Iterable[int]:
    """The documents whose title or file's name has the words run together: “sub-lease” in “sublease”."""
    folded = fold_name("".join(own))
    return library.names.titles.containing(folded).tolist() if len(folded) > 6 else ()


def _by_initials(own: list[str], library: Library) -> set[str]:
    """The documents whose title is shortened to some capitals: “the DPA”."""
    if len(own) != 1 or not _INITIALS.fullmatch(own[0]):
        return set()
    names, folded = library.names, fold_name(own[0])
    return {
        doc_id
        for doc_id in names.ids(names.initials.containing(folded).tolist())
        if folded in shortened(library.card(doc_id).title or "")
    }


def _body(words: str, kind: str, router: Router) -> CalledDocuments | None:
    """The Parts, or the practice directions, of a store that has any."""
    own = (doc_id for doc_id, known in router.instruments.items() if any(one == kind for one, _ in known))
    doc_ids = tuple(sorted(own))
    return CalledDocuments(words, doc_ids, body=True) if doc_ids else None


def _is_plainly_a_document(words: str, own: list[str]) -> bool:
    """Tell whether words can only call a document: “the travel policy”, “our NDA”, and not “the law” or “a part”."""
    noun, telling = own[-1].casefold(), [word.casefold() for word in own[:-1]]
    if not _POINTED.match(words) or any(word in PLAIN | _SMALL | _DETERMINERS for word in telling):
        return False
    return noun in DOCUMENT_NOUNS and bool(telling or noun not in _ANY) and len(telling) <= _MOST_TELLING
