"""A party by its role in a question: "when can FixPoint end it" asks when the Franchisor can.

Clauses speak of "the Franchisor"; a question that names the party who acts is read with the role that the document
gives it. Where the name only says which document is meant ("the FixPoint agreement"), it stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.domain.profile import Party
from pincite.legal.wording import stem
from pincite.spans import Span

_WORD = re.compile(r"[^\W_]+(?:[-’'.][^\W_]+)*|&")
_POSSESSIVE = re.compile(r"[’']s\Z")
_ARTICLE = re.compile(r"\Athe\s+", re.IGNORECASE)
# Words of names that say nothing of who it is: the forms of firms, and the titles of people.
_FORMS = frozenset("limited ltd plc inc incorporated llc llp lp corp corporation company co gmbh ag sa bv nv".split())  # noqa: SIM905
_TITLES = frozenset("mr mrs ms miss mx dr sir dame prof professor the".split())  # noqa: SIM905
_AND = frozenset({"and", "&"})
# Roles that clauses do not call one party by.
_NO_ROLES = frozenset("we us our ours you your i me my it they party parties".split())  # noqa: SIM905
# Those of them that name nothing but firms.
_FIRMS = _FORMS - {"company", "co", "corporation", "incorporated", "limited", "sa", "ag"}
# Names of people that name something else where they stand alone.
_MONTHS = frozenset(
    "january february march april may june july august september october november december".split()  # noqa: SIM905
)
# Words after which a name is that of somebody who acts.
_BEFORE_ACTOR = frozenset(
    """
    can could may might must shall should will would do does did has have had is are was were cannot can't doesn't don't
    didn't won't if when whenever unless until whether once because since by
    """.split()  # noqa: SIM905 - a list to be read
)
# What makes a name the name of a document, and what only documents do: "does Quillstone renew by itself?"
_OF_DOCUMENT = frozenset(
    """
    agreement contract deal document arrangement lease licence license tenancy franchise deed policy terms nda msa
    renew renews expire expires lapse lapses last lasts run runs say says mention mentions contain contains define
    defines apply applies
    """.split()  # noqa: SIM905 - a list to be read
)


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a question, and where it stands."""

    text: str
    span: Span

    @property
    def bare(self) -> str:
        return _bare(self.text)

    @property
    def owner(self) -> str:
        """The end of a word that owns something: "'s"."""
        found = _POSSESSIVE.search(self.text)
        return found[0] if found else ""

    @property
    def is_name(self) -> bool:
        """Whether it is written with a capital: "Holdings", "iPhone"."""
        return any(letter.isupper() for letter in self.text)

    def touches(self, following: _Word) -> bool:
        """Whether nothing but a space stands between it and a word that follows."""
        return following.span.start - self.span.end == 1


@dataclass(frozen=True, slots=True)
class _Mention:
    """A party that words of a question name."""

    words: tuple[_Word, ...]
    party: Party


def call_actors_by_role(
    question: str, parties: Sequence[Party], *, title: str, text: str, everywhere: bool = False
) -> str:
    """The question with the role of a party in the place of its name, where the party acts or owns what is asked for.

    With `everywhere` so is each party that is named, but for the name of the document.
    `title` and `text` are those of the document whose parties they are. A word of its title after the name makes both
    the name of the document; and a single word in small letters is no name if the text uses it as any other.
    """
    words = [_Word(found[0], Span(*found.span())) for found in _WORD.finditer(question)]
    titled = {stem(word) for word in _bare_words(title)}
    for mention in reversed([*_mentions(words, parties, text)]):
        if not _is_document(words, mention, titled) and (everywhere or _acts(words, mention)):
            first, last = mention.words[0], mention.words[-1]
            role = _ARTICLE.sub("", _role(mention.party))
            question = f"{question[: first.span.start]}the {role}{last.owner}{question[last.span.end :]}"
    return question


def _mentions(words: Sequence[_Word], parties: Sequence[Party], text: str) -> Iterator[_Mention]:
    """The parties with a role that words name, where no other party has that name."""
    at = 0
    while at < len(words):
        lengths = [(_named_length(words, at, party, text), party) for party in parties]
        longest = max((length for length, _ in lengths), default=0)
        fitting = [party for length, party in lengths if length == longest]
        if longest and len(fitting) == 1 and _role(fitting[0]):
            yield _Mention(tuple(words[at : at + longest]), fitting[0])
        at += max(longest, 1)


def _named_length(words: Sequence[_Word], at: int, party: Party, text: str) -> int:
    """How many words from a place on name a party: its first words, or the last name of a person; 0 where they do not.

    A title before the name of a person and the form after that of a firm belong to it.
    """
    name = [word for word in _bare_words(party.name) if word not in _AND]
    firm = bool(name) and name[-1] in _FORMS
    telling = [word for word in name if word not in _FORMS | _TITLES]
    start = at
    while start < len(words) and words[start].bare in _TITLES - {"the"} and not firm:
        start += 1
    if not telling or start == len(words):
        return 0
    if words[start].bare == telling[0]:
        end = _run_end(words, start, telling)
    elif not firm and words[start].bare == telling[-1]:
        end = start + 1
    else:
        return 0
    titles = {word.bare for word in words[at:start]}
    if titles and not titles & set(name) and end - start < len(telling):
        # Of John Smith it is not known whether he is Mrs Smith.
        return 0
    while end < len(words) and words[end].bare in _FORMS and not words[end - 1].owner:
        end += 1
    alone = end - at == 1 and (words[start].bare in _MONTHS or _is_plain(words[start], text))
    return 0 if alone or _is_within_name(words, at, end) else end - at


def _is_within_name(words: Sequence[_Word], start: int, end: int) -> bool:
    """Whether some words are part of a longer name, that of somebody else: "Hartwell Holdings plc", "Mary Smith's"."""
    before, last, after = words[max(0, start - 1)], words[end - 1], words[end : end + 3]
    # The word that begins a question has its capital anyway.
    if start > 1 and before.is_name and before.touches(words[start]) and before.bare not in _BEFORE_ACTOR | _AND:
        return True
    if last.owner or not after or not last.touches(after[0]):
        return False
    return after[0].is_name or any(word.bare in _FIRMS for word in after[1:])


def _run_end(words: Sequence[_Word], start: int, telling: Sequence[str]) -> int:
    """Where words that are those of a name, in order, end; "and" may stand between them."""
    end, matched = start, 0
    while end < len(words) and matched < len(telling) and words[end].bare == telling[matched]:
        matched += 1
        ended = bool(words[end].owner)
        end += 1
        joined = end + 1 < len(words) and words[end].bare in _AND and matched < len(telling)
        if ended:
            break
        if joined and words[end + 1].bare == telling[matched]:
            end += 1
    return end


def _is_plain(word: _Word, text: str) -> bool:
    """Whether a word in small letters is one that the document uses in small letters too: no name."""
    return word.text[:1].islower() and any(found[0] == word.bare for found in _WORD.finditer(text))


def _is_document(words: Sequence[_Word], mention: _Mention, titled: set[str]) -> bool:
    """Whether the name of a party is that of the document: “the FixPoint agreement”."""
    last = words.index(mention.words[-1])
    after = [word.bare for word in words[last + 1 : last + 3]]
    if mention.words[-1].owner:
        return not after or bool(set(after) & _OF_DOCUMENT or {stem(word) for word in after} & titled)
    return bool(after) and (after[0] in _OF_DOCUMENT or stem(after[0]) in titled)


def _acts(words: Sequence[_Word], mention: _Mention) -> bool:
    """Whether a named party is the one who acts, or owns what is asked for."""
    first = words.index(mention.words[0])
    before = words[first - 1].text.casefold().replace("’", "'") if first else ""
    return bool(mention.words[-1].owner) or before in _BEFORE_ACTOR


def _role(party: Party) -> str:
    """The role of a party if clauses name it so: not a pronoun, and not a part of its own name."""
    role = " ".join((party.role or "").split())
    words = [word for word in _bare_words(role) if word != "the"]
    name = set(_bare_words(party.name))
    return role if words and not set(words) & _NO_ROLES and not set(words) <= name else ""


def _bare_words(words: str) -> list[str]:
    return [_bare(word) for word in _WORD.findall(words)]


def _bare(word: str) -> str:
    return _POSSESSIVE.sub("", word.casefold()).rstrip(".")
