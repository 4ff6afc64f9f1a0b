"""Parties by the roles that a document gives them: a draft says "Jo Gull", the clause says "the Tenant"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pincite.domain.profile import Party
from pincite.legal.document_names import COMPANY_ENDS

_TITLE = r"(?:(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sir|Dame|Lord|Lady)\.?\s{1,3})?"
_WORD = re.compile(r"[^\W\d_](?:[\w&’'-]*\w)?")
# A shorter word is too common to stand for a name.
_SHORTEST = 4


def call_by_role(text: str, parties: Iterable[Party]) -> str:
    """A text with the role or short name of a party in the place of its name, in whatever capitals that is written.

    A name may be given without the form of its company, and by the one word of it that no other party has.
    """
    known = list(parties)
    called = text
    for party in known:
        name = " ".join(party.name.split())
        if not party.role or len(name) <= len(party.role):
            continue
        role = party.role if name.casefold().startswith(party.role.casefold()) else f"the {party.role}"
        for form in _forms(name, [other.name for other in known if other is not party]):
            called = _replace(called, form, role)
    called = called.replace("the the ", "the ").replace("The the ", "The ")
    return text if called == text else f"{called[:1].upper()}{called[1:]}"


def _forms(name: str, others: Iterable[str]) -> Iterator[str]:
    """What a party may be called, the longest first."""
    yield re.escape(name)
    words = _WORD.findall(name)
    own = [word for word in words if word.casefold() not in COMPANY_ENDS]
    company = len(own) < len(words)
    if company and len(own) > 1:
        yield r"\s{1,3}(?:and\s{1,3}|&\s{1,3})?".join(map(re.escape, own))
    taken = {word.casefold() for other in others for word in _WORD.findall(other)}
    telling = own[:1] if company else own[-1:]
    for word in telling:
        if len(own) > 1 and len(word) >= _SHORTEST and word.casefold() not in taken:
            yield re.escape(word) if company else f"{_TITLE}{re.escape(word)}"


def _replace(text: str, form: str, role: str) -> str:
    """Put a role in the place of a name that is written with a capital; "Acme's" becomes "the Buyer's"."""

    def put(found: re.Match[str]) -> str:
        return role if found["name"][:1].isupper() else found[0]

    # Beside another word with a capital a part of a name is another's: “Gull Lane” is no Mr Gull.
    alone = r"(?<![\w.’'-])(?:the\s{1,3})?(?P<name>%s)(?![\w-]|\s(?-i:[A-Z][a-z]))"
    return re.sub(alone % form, put, text, flags=re.IGNORECASE)
