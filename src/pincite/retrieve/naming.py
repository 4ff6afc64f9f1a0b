"""What a question calls by name: “the Northwind lease”, “our agreement with Ericsson”, “the Arbitration Act 1996”.

A name counts only where it stands beside a word for a document or a law, or at the head of a question before a colon:
there it says which document is meant. A place or a person elsewhere in a question is part of what is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.retrieve.name_owners import find_owner, is_role
from pincite.retrieve.spelling import POSSESSIVE, is_ordinary
from pincite.spans import Span

# What people call documents. The second list is of words that mean other things as well: a name before them must have
# its capital, and stand inside the question.
_PLAIN_NOUNS = frozenset(
    """
    agreement agreements contract contracts deal deals easement franchise guide handbook lease leases licence licences
    license licenses nda ndas sponsorship subcontract sublease tenancy wayleave
    """.split()  # noqa: SIM905 - a list to be read
)
_OTHER_NOUNS = frozenset(
    """
    award case complaint decision deed guarantee judgment letter loan manual mortgage note opinion petition plan policy
    protocol ruling treaty will
    """.split()  # noqa: SIM905
)
DOCUMENT_NOUNS = _PLAIN_NOUNS | _OTHER_NOUNS
# What a decided case is known by: “the Hadley test” is the law of that case, not of the documents' own making.
_TEST_NOUNS = frozenset("doctrine principle principles test".split())  # noqa: SIM905
_PUBLISHED = frozenset({"guide", "handbook"})
LAW_NOUNS = frozenset("act bill code constitution directive ordinance regulation regulations rules statute".split())  # noqa: SIM905
# Words that say what kind of document it is, and belong to its name without being one.
_KINDS = frozenset(
    """
    advertising affiliate agency alliance asset assured brand branding business car civil clinical co co-branding
    collaboration commercial confidentiality consortium construction consulting consultancy content cooperation court
    credit data dealer development disclosure distribution distributor distributorship employment endorsement
    exclusive facility fees financing framework general golf hosting hire independent indemnity insurance intellectual
    international investment investor it joint licensing loan maintenance management manufacturing marketing master
    merger mutual non non-compete non-disclosure non-solicitation office operations outsourcing partner partnership
    pre-action privacy property promotion purchase racing rental research reseller residential road sale sales security
    service services settlement severance share shareholder shareholders shop shorthold site software sponsorship
    standard stock strategic subscription supply support technology television tenancy trade transition transport
    transportation trademark tv vendor venture warranty web website
    """.split()  # noqa: SIM905
)
# Words before a document's noun that say which one without naming it.
_POINTING = frozenset(
    """
    acquirer acquisition bidder buyer co company corp corporation inc incorporated limited llc llp lp ltd parent plc
    purchaser seller supplier target
    above amended another annual attached best biggest binding both casual changed complete current different digital
    draft earlier earliest early entire existing expired final first fixed fixed-term formal former freelance full
    full-time ground head hours implied last late latest longest main maximum minimum monthly new newest next old oldest
    online oral original other our own paper part-time periodic permanent personal previous printed private proposed
    relevant renewed rolling same second shortest signed similar single temporary term third two updated valid various
    verbal void whole written zero zero-hours
    """.split()  # noqa: SIM905
)
# So end words, in small letters, that say what a document is like and not which one it is.
_QUALITY = re.compile(r"(?:ed|al|ive|ous|able|ible|ary|ful|less)$")
_SORTS = ("-cash", "-party", "-sided", "-stock", "-way", "-year")  # “Three-way deal”, at the head of a question
_NEAR = 2  # in a question without capitals, a name stands so near to the words for the kind
_ANY = frozenset("a an any another".split())  # noqa: SIM905
_POINTERS = frozenset("her his my our that the their this your".split())  # noqa: SIM905
_LEADING_TO = _POINTERS | {"from", "in", "its", "per", "under", "with"}
# What follows a document's noun that is not the first half of another one, as in “lease payment”.
_FOLLOWING = frozenset(
    """
    allow allows apply applies begin begins bind binds contain contains cover covers end ends exclude excludes expire
    expires include includes last lasts let lets limit limits mean mention mentions need needs pay pays permit permits
    provide provides renew renews require requires run runs start starts state states terminate terminates – —
    """.split()  # noqa: SIM905
)
_SAID_OF_IT = re.compile(r"(?:ed|ive|able|ible)$")  # “is the phone contract renewed”
# “The Orr will” is a document, “the tenant will” is not: what follows tells.
_AFTER_WILL = frozenset("about and dated gives has is leaves made names of on or says signed was".split())  # noqa: SIM905
# What stands before a protocol that is itself asked.
_OF_PROTOCOL = frozenset("by did do does in per under".split())  # noqa: SIM905
_OWNERS = frozenset("his her its their".split())  # noqa: SIM905
# Words that say of what sort such a group is, and not which one.
_ANY_GROUP = frozenset(
    """
    accounting borough care city county dental district domestic estate family housing independent infant insurance
    junior law letting lettings local main managing medical nursing parish primary private public residents secondary
    small social sports state town vet veterinary village whole
    """.split()  # noqa: SIM905
)
# So many words back the owner of "its lease" is looked for.
_FAR = 16
# Whose papers they are tells no document from another: “Mum’s contracts”.
_KIN = frozenset(
    "aunt dad daddy father gran grandad grandma grandpa granny mom mother mum mummy nan nana uncle".split()  # noqa: SIM905
)
# Those that are called by what they do, in small letters: “the bowls club”.
_GROUPS = frozenset(
    """
    agency association bank brewery charity church club college council farm firm hospital nursery practice pub
    school shop society surgery team trust university
    """.split()  # noqa: SIM905
)
_SILENT = frozenset(
    """
    a an and between by for in of on or our the their this to under with your my his her its & /
    """.split()  # noqa: SIM905
)
# Words that begin or carry a question: they end a name that is read backwards.
_ASKING = frozenset(
    """
    about according after any are as at be been before can cannot compare concerning consider considering could
    describe did do does each either every explain find from get give had has have how i if into is it list may me might
    much must no not per quote regarding said say says shall should show since so summarise summarize tell than that
    then there these they those until upon us was we were what whatever when where whether which while who whom whose
    why will within without would you
    """.split()  # noqa: SIM905
)
_NO_NAMES = _ASKING | _SILENT | DOCUMENT_NOUNS | LAW_NOUNS | _KINDS | _POINTING | _KIN
_TOKEN = re.compile(r"[^\W_]+(?:[.'’&-][^\W_]+)*\.?|[/&:;,–—]")
_YEAR = re.compile(r"(?:1[2-9]|20)\d\d")
_OWNING = re.compile(r"['’]s?$")
_I = re.compile(r"I(?:['’]\w+)?")
_LONGEST = 9


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A document or law that a question names: the words, the names among them, and the words for its kind.

    A `published` one (a law, a guide) has a title of its own; a `doubtful` one need not exist ("do a deal with
    Ericsson"), or its noun means other things as well. A `vague` one is called by ordinary words that may ask as well
    as name ("a garden lease"): it names a document that is called so, and is never missed.
    """

    words: str
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    span: Span
    law: bool = False
    published: bool = False
    doubtful: bool = False
    vague: bool = False


def find_named_things(question: str) -> list[NamedThing]:
    """The documents and laws that a question names, in order; each has at least one name."""
    tokens = list(_TOKEN.finditer(question))
    # “I” has its capital always.
    capitals = any(token[0][:1].isupper() and not _I.fullmatch(token[0]) for token in tokens[1:])
    found: list[NamedThing] = []
    for at in range(len(tokens)):
        protocol = _protocol(tokens, at)
        found += [protocol] if protocol else _at(tokens, at, capitals=capitals)
    kept: list[NamedThing] = []
    for thing in found:
        if not any(thing.span.overlaps(other.span) for other in kept):
            kept.append(thing)
    return kept


def _at(tokens: list[re.Match[str]], at: int, *, capitals: bool) -> Iterator[NamedThing]:
    """A thing whose noun stands at a place."""
    word = _bare(tokens[at])
    if word == "will" and not _is_testament(tokens, at):
        return
    law = word in LAW_NOUNS and tokens[at][0][:1].isupper()
    ambiguous = word in _OTHER_NOUNS or word in _TEST_NOUNS
    if word not in DOCUMENT_NOUNS and not ambiguous and not law:
        return
    capitals = capitals or ambiguous
    first = at
    while first and at - first < _LONGEST and _belongs(tokens, first - 1, at, law=law):
        first -= 1
    while first < at and _bare(tokens[first]) in _SILENT:
        first += 1
    names = _names_before(tokens, first, at, capitals=capitals)
    sure = _sure_names(tokens, first, at, capitals=capitals)
    vague = bool(names) and not sure
    names = sure or names
    kinds = [_bare(token) for token in tokens[first : at + 1] if _bare(token) in _KINDS | DOCUMENT_NOUNS]
    last = at
    if law and last + 1 < len(tokens) and _YEAR.fullmatch(tokens[last + 1][0]):
        last += 1
        kinds.append(tokens[last][0])
    if last + 2 < len(tokens) and _bare(tokens[last + 1]) in {"with", "between", "from"}:
        last, more = _after(tokens, last + 2, capitals=capitals)
        names, vague = ([] if vague and more else names) + more, vague and not more
    owner = _owner(tokens, first - 1) if not names and first and _bare(tokens[first - 1]) in _OWNERS else []
    names = names or [token[0] for token in owner if _bare(token) not in _GROUPS]
    if ambiguous and first == 0:
        names = names[1:]
    of_owner = None if names or law else find_owner(tokens, last)
    last, names = of_owner or (last, names or _all_kinds(tokens, first, at))
    if names:
        span = Span(tokens[first].start(), tokens[last].end())
        words = span.slice(tokens[at].string)
        yield NamedThing(
            words=f"{_called(owner)}’s {words}" if owner else words,
            # The s of “Halden's” stands in every document.
            names=tuple(dict.fromkeys(_OWNING.sub("", name) for name in names)),
            kinds=tuple(kinds),
            span=span,
            law=law,
            published=law or (word in _PUBLISHED and of_owner is None),
            # What a document is of may be no more than a place in it.
            doubtful=ambiguous or of_owner is not None or bool(first and _bare(tokens[first - 1]) in _ANY),
            vague=vague,
        )


def _protocol(tokens: list[re.Match[str]], at: int) -> NamedThing | None:
    """The pre-action protocol that is asked: “under the professional negligence pre-action protocol”."""
    first = at - 1
    if not at or (_bare(tokens[first]), _bare(tokens[at])) != ("pre-action", "protocol"):
        return None
    last, subject = at, []
    if at + 2 < len(tokens) and _bare(tokens[at + 1]) == "for":
        capital = tokens[at + 2][0][:1].isupper()
        last += 1
        while last + 1 < len(tokens) and _is_subject(tokens[last + 1], capital=capital):
            last += 1
            subject.append(tokens[last][0])
    while not subject[_LONGEST:] and first and _is_subject(tokens[first - 1], capital=False):
        first -= 1
        subject.append(tokens[first][0])
    asked = first - 1 - (first > 0 and _bare(tokens[first - 1]) == "the")
    # "Pre-Action Protocol for Holiday Claims - how long …": it heads the question.
    heads = asked < 0 and last + 1 < len(tokens) and _bare(tokens[last + 1]) in _ASKING | set(":;,–—")
    if not subject or not (heads or (asked >= 0 and _bare(tokens[asked]) in _OF_PROTOCOL)):
        return None
    span = Span(tokens[first].start(), tokens[last].end())
    # Its longest word tells it from others: few give the title as it is.
    names = (max(subject, key=len), tokens[at][0])
    return NamedThing(span.slice(tokens[at].string), names, ("protocol",), span, published=True)


def _is_subject(token: re.Match[str], *, capital: bool) -> bool:
    word = _bare(token)
    return word[:1].isalpha() and word not in _ASKING | _SILENT and (token[0][:1].isupper() or not capital)


def _all_kinds(tokens: list[re.Match[str]], first: int, at: int) -> list[str]:
    """The words of a title that is of words for kinds alone, with its noun: “the Commercial Court Guide”."""
    kinds = [token[0] for token in tokens[first:at] if _bare(token) in _KINDS]
    whole = all(_bare(token) in _KINDS | _SILENT for token in tokens[first:at])
    return [*kinds, tokens[at][0]] if whole and len(kinds) > 1 and _bare(tokens[at]) in _PUBLISHED else []


def _names_before(tokens: list[re.Match[str]], first: int, at: int, *, capitals: bool) -> list[str]:
    """The names among the words that belong to a noun; "breach of contract" in small letters has none."""
    return [tokens[n][0] for n in _named_places(tokens, first, at, capitals=capitals)]


def _named_places(tokens: list[re.Match[str]], first: int, at: int, *, capitals: bool) -> list[int]:
    named = [n for n in range(first, at) if _is_name(tokens[n], capitals=capitals)]
    if capitals:
        return named
    if at and _bare(tokens[at - 1]) == "of":
        return []
    kind = _first_kind(tokens, first, at)
    return [n for n in named if kind - _NEAR <= n < kind]


def _first_kind(tokens: list[re.Match[str]], first: int, at: int) -> int:
    return next((n for n in range(first, at) if _bare(tokens[n]) in _KINDS), at)


def _sure_names(tokens: list[re.Match[str]], first: int, at: int, *, capitals: bool) -> list[str]:
    """The names that cannot be words of the question: a document that bears none of them is not the one meant."""
    near = _named_places(tokens, first, at, capitals=capitals)
    before, noun = _bare(tokens[first - 1]) if first else "", _bare(tokens[at])
    rare = [n for n in near if not is_ordinary(tokens[n][0])]
    if capitals:
        # “A Garden Leave agreement” is any that is of the kind; “a Zephyr lease” is one of Zephyr's.
        return [tokens[n][0] for n in (rare if before in _ANY else near)]
    if before in _ANY:
        return []
    if noun in _PUBLISHED:
        return [tokens[n][0] for n in near]
    telling = [n for n in near if not _QUALITY.search(_bare(tokens[n]))]
    rare, one = [n for n in telling if n in rare], not noun.endswith("s")
    if rare:
        return [tokens[n][0] for n in rare] if one or not first or before in _LEADING_TO else []
    # Ordinary words say which document is meant where they stand directly before it: “my phone contract”.
    kind = _first_kind(tokens, first, at)
    direct = telling == list(range(first, kind)) and all(_bare(tokens[n]) in _KINDS for n in range(kind, at))
    pointed = before in _POINTERS and one and _ends_phrase(tokens, at)
    return [tokens[n][0] for n in telling] if direct and pointed else []


def is_document_word(word: str) -> bool:
    """Tell whether a word says what kind of document or law something is."""
    return word.casefold() in DOCUMENT_NOUNS | LAW_NOUNS | _KINDS


def is_asking(word: str) -> bool:
    """Tell whether a word begins or carries a question, whatever its capital."""
    return word.casefold() in _ASKING


def _ends_phrase(tokens: list[re.Match[str]], at: int) -> bool:
    """Tell whether a noun is what its phrase is about: “the phone contract”, and not “the phone contract number”."""
    follows = _bare(tokens[at + 1]) if at + 1 < len(tokens) else ""
    known = _ASKING | _SILENT | _FOLLOWING | DOCUMENT_NOUNS
    return not follows[:1].isalpha() or follows in known or _SAID_OF_IT.search(follows) is not None


def _is_testament(tokens: list[re.Match[str]], at: int) -> bool:
    """Tell whether “will” is a document: the last will of somebody, and not a verb with its subject."""
    owned = at > 0 and bool(
        POSSESSIVE.search(tokens[at - 1][0]) or _bare(tokens[at - 1]) in _POINTERS - {"that", "this"}
    )
    follows = _bare(tokens[at + 1]) if at + 1 < len(tokens) else ""
    asked = any(_bare(token) in {"did", "do", "does"} for token in tokens[:at])
    ends = (
        not follows[:1].isalpha() or follows in _AFTER_WILL or (asked and follows in {"give", "leave", "name", "say"})
    )
    named = any(_bare(token) in {"a", "an", "the"} for token in tokens[max(at - _LONGEST, 0) : at])
    return (owned or named) and ends


def _belongs(tokens: list[re.Match[str]], at: int, noun: int, *, law: bool) -> bool:
    """Tell whether a word before a document's noun may belong to its name."""
    token, word = tokens[at], _bare(tokens[at])
    if token[0] in ":;" or (word in _ASKING and not _is_inside_name(tokens, at)):
        return False
    if token[0] == ",":
        # Inside a name a comma stands before "Inc.", or between several: “the Orris, Wren and Gull leases”.
        several = law or _bare(tokens[noun]).endswith("s")
        capitals = at + 1 < noun and tokens[at - 1][0][:1].isupper() and tokens[at + 1][0][:1].isupper()
        return at > 0 and capitals and (several or _bare(tokens[at + 1]) in _POINTING)
    if law:
        return token[0][:1].isupper() or word in {"of", "and", "the", "for"}
    return token[0][:1].isupper() or word in _KINDS or word in {"and", "of", "&", "/", "for"} or word not in _SILENT


def _is_inside_name(tokens: list[re.Match[str]], at: int) -> bool:
    """Tell whether a word that asks elsewhere is a part of a name by its capital: “the Toys R Us agreement”."""
    named = at > 0 and tokens[at][0][:1].isupper() and tokens[at - 1][0][:1].isupper()
    named = named and _bare(tokens[at - 1]) not in _ASKING | _SILENT
    return named and any(token[0][:1].islower() for token in tokens[: at - 1])


def _owner(tokens: list[re.Match[str]], at: int) -> list[re.Match[str]]:
    """Whose document “its agreement” is: the last run of capitals before it, or “bowls club”."""
    last = at - 1
    while last >= max(0, at - _FAR) and not _is_name(tokens[last], capitals=True):
        last -= 1
    if last < max(0, at - _FAR):
        return _group_before(tokens, at)
    first = last
    while first > 0 and _is_name(tokens[first - 1], capitals=True):
        first -= 1
    return tokens[max(first, 0) : last + 1]


def _called(owner: list[re.Match[str]]) -> str:
    words = " ".join(token[0] for token in owner)
    return f"the {words}" if _bare(owner[-1]) in _GROUPS else words


def _group_before(tokens: list[re.Match[str]], at: int) -> list[re.Match[str]]:
    """A club, a firm and the like with what tells it from others, where a question speaks of one: “bowls club”."""
    group = next((n for n in range(at - 1, max(1, at - _FAR), -1) if _bare(tokens[n]) in _GROUPS), 0)
    first = group
    while first and _bare(tokens[first - 1]) not in _SILENT | _ASKING and group - first < _NEAR:
        first -= 1
    named = 0 < first < group and _bare(tokens[first - 1]) == "the"
    named = named and not all(_bare(token) in _ANY_GROUP for token in tokens[first:group])
    return (
        tokens[first : group + 1] if named and all(_is_name(one, capitals=False) for one in tokens[first:group]) else []
    )


def _after(tokens: list[re.Match[str]], at: int, *, capitals: bool) -> tuple[int, list[str]]:
    """The names after “agreement with”, and where they end."""
    names, last = [], at - 2
    while at < len(tokens) and (_is_name(tokens[at], capitals=capitals) or _bare(tokens[at]) in {"and", "the", "&"}):
        if _is_name(tokens[at], capitals=capitals):
            names.append(tokens[at][0])
            last = at
        at += 1
    # “The agreement with the Licensor”: a role in it, whoever that is.
    by_role = len(names) == 1 and _bare(tokens[last - 1]) == "the" and is_role(names[0])
    return last, [] if by_role else names


def _is_name(token: re.Match[str], *, capitals: bool) -> bool:
    """Tell whether a word is a name: it has a capital; in a question without any, it is no word of the trade."""
    word = _bare(token)
    if word in _NO_NAMES or not word[:1].isalpha() or word.endswith(_SORTS):
        return False
    return token[0][:1].isupper() if capitals else len(word) > 3


def _bare(token: re.Match[str]) -> str:
    return POSSESSIVE.sub("", token[0]).rstrip(".").casefold()
