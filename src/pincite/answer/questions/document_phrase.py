"""Descriptions of documents in questions: "which of our leases", "both NDAs", "the two supply agreements"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.legal.wording import STOPWORDS

# What documents are called in the plural, and what one of them is called.
_PLURALS = {
    **{"agreements": "agreement", "contracts": "agreement", "deals": "agreement", "documents": "document"},
    **{"files": "document", "ndas": "NDA", "leases": "lease", "licences": "licence", "licenses": "license"},
    **{"policies": "policy", "amendments": "amendment", "guarantees": "guarantee", "deeds": "deed"},
    **{"guides": "guide", "parts": "Part", "rules": "rules", "directions": "practice direction", "acts": "Act"},
    **{
        "judgments": "judgment",
        "counterparties": "party to the agreement",
        "statutes": "statute",
        "subleases": "sublease",
        "tenancies": "tenancy",
    },
}
_SINGULARS = {
    **{"agreement": "agreement", "contract": "agreement", "deal": "agreement", "document": "document", "nda": "NDA"},
    **{"lease": "lease", "licence": "licence", "license": "license", "policy": "policy", "amendment": "amendment"},
    **{"guarantee": "guarantee", "deed": "deed", "guide": "guide", "tenancy": "tenancy"},
}
# "The rules" and "the documents" often mean the law or the papers in general, not several files of the store.
_VAGUE = frozenset(
    {"rules", "documents", "files", "acts", "parts", "agreements", "contracts", "directions", "policies"}
)
_LAW = frozenset({"rules", "acts", "statutes", "parts"})
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "both": 2}
_OWNERS = frozenset({"the", "our", "my", "these", "those", "your"})
ASKS_ANY = frozenset({"which", "any", "how many", "no"})
_DISTRIBUTES = frozenset({"each", "every", "both", "all"})
_EXTREMES = {
    **dict.fromkeys(("oldest", "earliest", "first"), "earliest"),
    **dict.fromkeys(("newest", "latest", "recent", "youngest", "last"), "latest"),
}
# A description of documents never contains these words.
_NOT_MODIFIERS = (STOPWORDS - {"and", "or"}) | frozenset(
    "party parties side sides say says about across between apply applies our the these those no not how many".split()  # noqa: SIM905
)
_MOST_MODIFIERS = 5
# At most this many words may precede "any contract" if the question is about contracts.
_LEAD_WORDS = 3
_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")
FIRST = frozenset({"first", "soonest", "earliest", "sooner", "earlier", "fastest", "quickest"})
SMALL = frozenset({"shortest", "lowest", "smallest", "least", "shorter", "lower", "smaller", "cheapest"})
ENDS_FIRST = re.compile(
    r"^\s*(?:will\s+)?(?:ends?|expires?|terminates?|runs?\s+out|lapses?)\s+(?:the\s+)?"
    r"(?P<how>first|soonest|earliest|sooner|earlier|last|latest|later)\b",
    re.IGNORECASE,
)
MADE_FIRST = re.compile(
    r"^\s*(?:was|were|is|are)\s+(?:signed|made|dated|entered\s+into|concluded)\s+(?:the\s+)?"
    r"(?P<how>first|earliest|last|latest|(?:most\s+)?recently)\b",
    re.IGNORECASE,
)
_HOW_SOON = r"(?:the\s+)?(?P<how>first|soonest|earliest|sooner|earlier|fastest|quickest|last|latest|later)\b"
# "requires payment soonest after the invoice", "wants the goods back first"
DUE_FIRST = re.compile(
    r"^\s*+(?:requires?|demands?|wants?|needs?|expects?|calls?\s++for|asks?\s++for)\s++"
    rf"(?P<what>[^?,;]{{3,60}}?)\s{{1,3}}{_HOW_SOON}"
    r"(?P<rest>[^?]{0,80})",
    re.IGNORECASE,
)
# "pays soonest", "must be paid first after delivery"
PAYS_FIRST = re.compile(
    rf"^\s*(?:(?:must|has\s+to|have\s+to|is\s+to|needs\s+to)\s+)?(?:pays?|(?:be|gets?|is)\s+paid)\s+{_HOW_SOON}"
    r"(?P<rest>[^?]{0,80})",
    re.IGNORECASE,
)
LASTS_LONGEST = re.compile(
    r"^\s*(?:lasts?|runs?|continues?|goes\s+on)\s+(?:for\s+)?(?:the\s+)?(?P<how>longest|shortest|longer|shorter)\b",
    re.IGNORECASE,
)
# "is longer", "is the shortest"
IS_LONGER = re.compile(
    r"^\s*(?:is|are|was)\s+(?:the\s+)?(?P<how>longest|shortest|longer|shorter)\s*+(?:one\s*+)?\??\s*+$", re.IGNORECASE
)
IS_OLDER = re.compile(
    r"^\s*(?:is|are|was)\s+(?:the\s+)?(?P<how>older|oldest|newer|newest|(?:more|most)\s+recent)\s*+(?:one\s*+)?\??\s*+$",
    re.IGNORECASE,
)
_HOW_MUCH = (
    r"(?P<how>longest|shortest|highest|lowest|largest|smallest|biggest|greatest|most|least|higher|lower|longer|shorter|"
    r"larger|smaller|bigger|greater)"
)
# Who is given or asked for it: "gives us the shortest notice", "makes the tenant pay the highest fee".
_WHOM = r"(?:\s+(?:us|me|you|them|people|customers|(?:the|our|an?|either|each)\s+[\w-]+)(?:\s+pay)?)?"
MOST = re.compile(
    r"^\s*(?:(?:has|have|sets?|gives?|allows?|provides?|requires?|charges?|imposes?|offers?|contains?|demands?|grants?|"
    r"pays?|takes?|collects?|needs?|wants?|makes?|lets?|expects?|leaves?|asks?\s+for|calls?\s+for|with)"
    rf"{_WHOM}(?:\s+for)?|"
    # "Can be ended on the shortest notice"
    r"(?:lets?|allows?|can|may)\s[^?,;]{3,60}?\s{1,3}(?:on|with|after)(?=\s{1,3}the\s{1,3}\w{1,20}\s{1,3}notice\b))"
    rf"\s+the\s+{_HOW_MUCH}\s+(?P<what>[^?,;]{{3,80}})",
    re.IGNORECASE,
)
# "Binds us for the longest", "makes people keep quiet longest": the verb says what lasts.
BINDS_LONGEST = re.compile(
    r"^\s{0,9}(?P<verb>(?:bind|tie|lock|keep|make|hold|commit|cover|protect|stop|bar|ban|restrict|force|require|oblige|"
    r"let|restrain|prevent|guarantee|allow|leave|give)s?)\s{1,3}(?P<rest>[^?,;]{2,80}?)\s{1,3}(?:for\s{1,3})?(?:the\s{1,3})?"
    r"(?P<how>longest|shortest)(?:\s{1,3}(?:time|period))?\W{0,9}$",
    re.IGNORECASE,
)
# "What is the highest cap in these contracts?"
MOST_OF = re.compile(
    rf"^\s*+(?:what|which)(?:\s++is|\s++are|[’']s)\s++the\s++{_HOW_MUCH}\s++(?P<what>[^?,;]{{3,60}}?)\s{{1,3}}"
    r"(?:in|of|under|across|among|between)\s*+$",
    re.IGNORECASE,
)
_COMPARISONS = (ENDS_FIRST, MADE_FIRST, DUE_FIRST, PAYS_FIRST, LASTS_LONGEST, IS_LONGER, IS_OLDER, MOST, BINDS_LONGEST)
# Nouns that a document's noun may stand before: "the first lease payment" is no lease.
_HEADS = frozenset(
    """
    payment payments year years period periods term terms date dates day days month months quarter quarters week weeks
    instalment instalments installment installments renewal renewals review reviews holder holders number numbers clause
    clauses amount amounts fee fees rent rents premium premiums page pages negotiation negotiations breach breaches
    deposit deposits extension extensions signatory party parties price prices charge charges value values change
    changes management note notes draft version worker workers work staff law
    """.split()  # noqa: SIM905 - a list to be read
)
# Nouns that a plural only describes: "the leases team", "a contracts manager", "the deals site"; and those of them that
# are verbs as well: "do the leases list the rents?".
_KEEPERS = frozenset(
    """
    site sites website websites page pages app apps platform platforms portal portals shop manager managers team teams
    department departments office offices officer officers clerk clerks committee committees folder folders drawer
    drawers cabinet cabinets library libraries database databases spreadsheet spreadsheets system systems lawyer
    lawyers counsel software director directors administrator administrators assistant assistants coordinator
    coordinators editor market markets section unit counter
    """.split()  # noqa: SIM905
)
_KEEPERS_OR_VERBS = frozenset({"board", "desk", "file", "group", "list", "register", "review", "store", "table"})
_OPENS_OBJECT = re.compile(r"(?:the|an?|any|all|its|their|our|every|each|no|what|how|\d+)\b", re.IGNORECASE)
_MODALS = frozenset("is are was has must may can will shall should does needs wants says".split())  # noqa: SIM905
# Words that go on after a document's noun without being joined to it.
_GOES_ON = STOPWORDS | frozenset(
    "about between before after since made signed not still now concerning regarding say says without".split()  # noqa: SIM905
)
_ONE_VERBS = frozenset({"is", "was", "does", "did", "has", "will", "can", "could", "may", "must", "should", "would"})
_THERE_IS = frozenset({("are", "there"), ("is", "there"), ("is", "there", "a"), ("is", "there", "an")})


HOLD = re.compile(
    r"^\s*(?:(?:do|did|does)\s+(?:we|i|you)\s+(?:hold|have|own|sign|make)(?!\s+(?:to|an?|the|any|no|more|less|at\s+least|enough|\d+)\b)|(?:that\s+)?(?:we|i)\s+(?:hold|have)"
    r"|in\s+(?:the|this|our)\s+(?:folder|store|collection|portfolio))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class DocumentPhrase:
    """The words of a question that describe documents: their position and their parts."""

    start: int
    end: int
    quantifier: str
    owned: bool
    count: int | None
    extreme: str | None
    modifiers: tuple[str, ...]
    nouns: tuple[str, ...]
    plural: bool
    before: int
    titled: bool
    ranked: bool

    @property
    def noun(self) -> str:
        """The first noun."""
        return self.nouns[0]


def find_phrases(question: str) -> list[DocumentPhrase]:
    """The descriptions of documents in a question, in order."""
    words = list(_WORD.finditer(question))
    spelt = [word[0].casefold() for word in words]
    found = [_phrase(words, spelt, at) for at, word in enumerate(spelt) if word in _PLURALS or word in _SINGULARS]
    return [phrase for phrase in found if phrase is not None]


def _phrase(words: Sequence[re.Match[str]], spelt: Sequence[str], at: int) -> DocumentPhrase | None:
    first = at
    while first and at - first < _MOST_MODIFIERS and _modifies(spelt[first - 1]) and not _parted(words, first):
        first -= 1
    modifiers = list(spelt[first:at])
    extreme = next((_EXTREMES[word] for word in modifiers if word in _EXTREMES), None)
    modifiers = [word for word in modifiers if word not in _EXTREMES and word != "most"]
    first, quantifier, owned, count = _determined(words, spelt, first)
    if first > 1 and list(spelt[first - 2 : first]) == ["one", "of"]:
        return None
    of_something = spelt[at] in {"parts", "acts"} and list(spelt[at + 1 : at + 2]) == ["of"]
    if of_something or _is_joined(words, spelt, first, at):
        return None  # "which parts of the building"
    last, nouns = _further_nouns(spelt, at)
    after = words[last].string[words[last].end() :]
    titled = (
        not quantifier and bool(modifiers) and all(words[i][0][0].isupper() for i in range(max(first, at - 1), at + 1))
    )
    if not quantifier and not owned and tuple(spelt[:first]) in _THERE_IS:
        quantifier = "any"
    if tuple(spelt[:first]) == ("what",) and nouns[0] not in {"documents", "files"} and HOLD.match(after):
        quantifier, first = "which", 0
    return DocumentPhrase(
        *(words[first].start(), words[last].end(), quantifier, owned, count, extreme, tuple(modifiers)),
        *(nouns, nouns[0] in _PLURALS, first, titled, is_comparison(after)),
    )


def _is_joined(words: Sequence[re.Match[str]], spelt: Sequence[str], first: int, at: int) -> bool:
    """Tell whether a document's noun only describes the next one, as in "the first lease payment", "all policy years".

    Behind a verb such as "does" another word than a noun may follow: "Does any contract ban subletting?".
    """
    if at + 1 >= len(spelt):
        return False
    if spelt[at] in _PLURALS:
        return _describes(words, spelt, first, at)
    text, after = words[at].string, words[at + 1][0]
    if text[words[at].end() : words[at + 1].start()].strip():
        return False
    if after.casefold() in _HEADS:
        return True
    asked = bool(first) and spelt[first - 1] in _ONE_VERBS
    if asked or after[0].isupper() or after in _GOES_ON or after.endswith(("ed", "ing")):
        return False
    told = set(spelt[first:at])
    return bool(told & (_EXTREMES.keys() | _DISTRIBUTES | {"any", "no"})) and not is_comparison(text[words[at].end() :])


def _describes(words: Sequence[re.Match[str]], spelt: Sequence[str], first: int, at: int) -> bool:
    """Tell whether a plural describes the noun after it: "the leases team", "a contracts person", "the deals site"."""
    text, after = words[at].string, words[at + 1]
    if text[words[at].end() : after.start()].strip(" "):
        return False
    bare = re.sub(r"[’']s?\Z", "", spelt[at + 1])
    if bare in _KEEPERS:
        return True
    follows = spelt[at + 2] if at + 2 < len(spelt) else ""
    if bare in _KEEPERS_OR_VERBS:
        # "Which contracts list prices?", "do our leases list the rents?"
        asked = bool({*spelt[max(first - 2, 0) : first + 1]} & {"which", "do", "any", "what", "all"})
        return not asked and not _OPENS_OBJECT.match(text[after.end() :].lstrip())
    # "A contracts person": the article is that of the noun after.
    single = spelt[first - 1 : first] in (["a"], ["an"]) and not {"few", "lot", "couple"} & {*spelt[first:at]}
    return single or (bare not in _GOES_ON and follows in _MODALS and bare not in _ONE_VERBS)


def is_comparison(after: str) -> bool:
    """Tell whether the words after a description compare documents: the first to end, the longest."""
    return any(pattern.search(after) for pattern in _COMPARISONS)


def _determined(words: Sequence[re.Match[str]], spelt: Sequence[str], first: int) -> tuple[int, str, bool, int | None]:
    """Parse what precedes a noun: the start, the quantifier, whether it is "the" or "our", and the count."""
    quantifier, owned = "", False
    count: int | None = None
    while first and not _parted(words, first):
        word = spelt[first - 1]
        if word in _COUNTS and word != "both":
            count = _COUNTS[word]
        elif word in _OWNERS:
            owned = True
        elif word == "many" and first > 1 and spelt[first - 2] == "how":
            quantifier, first = "how many", first - 1
        elif word in ASKS_ANY | _DISTRIBUTES:
            quantifier = word
            count = count or _COUNTS.get(word)
        elif word != "of" or first < 2 or spelt[first - 2] not in ASKS_ANY | _DISTRIBUTES | {"of", "many"}:
            break
        first -= 1
    return first, quantifier, owned, count


def _further_nouns(spelt: Sequence[str], at: int) -> tuple[int, tuple[str, ...]]:
    """Return nouns joined to the first one: "leases and licences", "Parts and practice directions"."""
    for last in (at + 2, at + 3):
        if last < len(spelt) and spelt[at + 1] in {"and", "or"} and spelt[last] in _PLURALS:
            return last, (spelt[at], spelt[last])
    return at, (spelt[at],)


def _modifies(word: str) -> bool:
    return word not in _NOT_MODIFIERS and word not in _COUNTS and word not in _DISTRIBUTES and word not in ASKS_ANY


def _parted(words: Sequence[re.Match[str]], at: int) -> bool:
    """Tell whether punctuation separates a word from the one before."""
    between = words[at].string[words[at - 1].end() : words[at].start()]
    return bool(re.search(r"[.;:?!()—–]", between))


def means_several(phrase: DocumentPhrase) -> bool:
    """Tell whether a description means several documents of the store."""
    near = phrase.before <= _LEAD_WORDS
    if phrase.titled or (phrase.noun in _LAW and phrase.modifiers):
        return False  # "the Insolvency Rules", "which privacy rules": a single text, or the law in general
    if phrase.extreme:
        return near
    if phrase.quantifier == "which":
        return phrase.plural or phrase.ranked  # "which lease" is one, unless they are compared
    if phrase.quantifier == "all" and phrase.owned:
        return True
    if phrase.quantifier in {"any", "no", "all", "how many"}:
        return near
    if phrase.quantifier in {"each", "every", "both"} or (phrase.count and phrase.plural):
        return True
    if phrase.owned:
        return phrase.plural and (bool(phrase.modifiers) or phrase.noun not in _VAGUE)
    return phrase.plural and phrase.before == 0


def one_of(phrase: DocumentPhrase) -> str:
    """What one of the documents is called."""
    return f"the {_PLURALS.get(phrase.noun) or _SINGULARS[phrase.noun]}"
