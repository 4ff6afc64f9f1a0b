"""Questions asked of several documents at once ("which of our leases …"), read as one question for each of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

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
    },
}
_SINGULARS = {
    **{"agreement": "agreement", "contract": "agreement", "deal": "agreement", "document": "document", "nda": "NDA"},
    **{"lease": "lease", "licence": "licence", "license": "license", "policy": "policy", "amendment": "amendment"},
    **{"guarantee": "guarantee", "deed": "deed", "guide": "guide"},
}
# "The rules" and "the documents" are often the law or the papers as such, not several files of the store.
_VAGUE = frozenset(
    {"rules", "documents", "files", "acts", "parts", "agreements", "contracts", "directions", "policies"}
)
_LAW = frozenset({"rules", "acts", "statutes", "parts"})
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "both": 2}
_OWNERS = frozenset({"the", "our", "my", "these", "those", "your"})
_ASKS_ANY = frozenset({"which", "any", "how many", "no"})
_DISTRIBUTES = frozenset({"each", "every", "both", "all"})
_EXTREMES = {
    **dict.fromkeys(("oldest", "earliest", "first"), "earliest"),
    **dict.fromkeys(("newest", "latest", "recent", "youngest", "last"), "latest"),
}
# A description of documents does not run over these words.
_NOT_MODIFIERS = (STOPWORDS - {"and", "or"}) | frozenset(
    "party parties side sides say says about between apply applies our the these those no not how many".split()  # noqa: SIM905
)
_MOST_MODIFIERS = 5
# So many words may stand before "any contract" for it to be what the question is about.
_LEAD_WORDS = 3
_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")
_ASIDE = re.compile(
    r"^\s*(?:leaving|putting|setting)\s+(?:aside\s+)?(?:the\s+|our\s+)?(?P<lead>[^,]{2,60}?)(?:\s+aside)?,\s*"
    r"|,?\s*\b(?:except(?:\s+for)?|apart\s+from|excluding|besides)\s+(?:the\s+|our\s+)?(?P<tail>[^,?.]{2,60})",
    re.IGNORECASE,
)
_DEALT = re.compile(
    r"\bwhere\b[^?]{0,80}\b(?:dealt\s+with|covered|addressed|mentioned|discussed|treated|provided\s+for)\b",
    re.IGNORECASE,
)
_COMPARES = re.compile(r"^\s*(?:compare|contrast)\b|\bdiffer(?:ences?|s)?\b", re.IGNORECASE)
_YES_NO = re.compile(r"^\s*(?:do|does|is|are|can|may|must|will|has|have|was|were|did|could|should)\b", re.IGNORECASE)


class Mode(StrEnum):
    """What is asked of the documents: which of them meet a condition, or what each of them says."""

    CHOOSE = "choose"
    TELL = "tell"


@dataclass(frozen=True, slots=True)
class Many:
    """A question to several documents.

    `question` is what to ask of one; `nouns` and `modifiers` say which documents are meant: every group of modifiers is
    one kind ("consulting and services agreements" are two). `count` is how many there are said to be, `extreme` is
    "earliest" or "latest" where one is sought by its date, `besides` are the words for documents that do not count.
    """

    question: str
    mode: Mode
    nouns: tuple[str, ...]
    modifiers: tuple[tuple[str, ...], ...] = ()
    count: int | None = None
    extreme: str | None = None
    besides: str = ""
    counted: bool = False


@dataclass(frozen=True, slots=True)
class _Phrase:
    """The words of a question that name the documents: where they stand, and what they are made of."""

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

    @property
    def noun(self) -> str:
        """The first noun."""
        return self.nouns[0]


def read_many(question: str) -> Many | None:
    """Read a question as one for several documents; None where it is for one, or for all of them as one body."""
    aside = _ASIDE.search(question)
    rest = _ASIDE.sub(" ", question, count=1).strip() if aside else question
    besides = (aside["lead"] or aside["tail"] or "") if aside else ""
    phrase = next((found for found in _phrases(rest) if _means_several(found)), None)
    if phrase is None:
        return Many(_about(rest), Mode.CHOOSE, ("document",), besides=besides) if _DEALT.search(rest) else None
    chooses = phrase.quantifier in _ASKS_ANY or phrase.extreme is not None or _chooses(rest, phrase)
    return Many(
        question=single_question(rest, phrase.start, phrase.end, one=_one(phrase), verb_first=chooses),
        mode=Mode.CHOOSE if chooses else Mode.TELL,
        nouns=phrase.nouns,
        modifiers=_groups(phrase.modifiers),
        count=phrase.count,
        extreme=phrase.extreme,
        besides=besides,
        counted=phrase.quantifier == "how many",
    )


def read_kind(words: str) -> Many | None:
    """The kind of document that words name, such as "the other lease"; None where they name none."""
    phrase = next(iter(_phrases(words)), None)
    if phrase is None:
        return None
    return Many(words, Mode.TELL, phrase.nouns, modifiers=_groups(phrase.modifiers), count=phrase.count)


def _chooses(question: str, phrase: _Phrase) -> bool:
    """Tell whether a question without a word such as "which" is one of yes and no, or begins with what is sought."""
    later = re.search(r",\s*which\b", question[phrase.end :], re.IGNORECASE)
    bare = not phrase.quantifier and not phrase.owned and phrase.before == 0
    return bool(_YES_NO.match(question) or later or bare) and not _COMPARES.search(question)


def _means_several(phrase: _Phrase) -> bool:
    near = phrase.before <= _LEAD_WORDS
    if phrase.titled or (phrase.noun in _LAW and phrase.modifiers):
        return False  # "the Insolvency Rules", "which privacy rules": a text by its title, or the law as such
    if phrase.extreme:
        return near
    if phrase.quantifier == "which":
        return phrase.plural  # "which lease" is one
    if phrase.quantifier in {"any", "no", "all", "how many"}:
        return near
    if phrase.quantifier in {"each", "every", "both"} or (phrase.count and phrase.plural):
        return True
    if phrase.owned:
        return phrase.plural and (bool(phrase.modifiers) or phrase.noun not in _VAGUE)
    return phrase.plural and phrase.before == 0


def _phrases(question: str) -> list[_Phrase]:
    words = list(_WORD.finditer(question))
    spelt = [word[0].casefold() for word in words]
    found = [_phrase(words, spelt, at) for at, word in enumerate(spelt) if word in _PLURALS or word in _SINGULARS]
    return [phrase for phrase in found if phrase is not None]


def _phrase(words: Sequence[re.Match[str]], spelt: Sequence[str], at: int) -> _Phrase | None:
    first = at
    while first and at - first < _MOST_MODIFIERS and _modifies(spelt[first - 1]) and not _parted(words, first):
        first -= 1
    modifiers = list(spelt[first:at])
    extreme = next((_EXTREMES[word] for word in modifiers if word in _EXTREMES), None)
    modifiers = [word for word in modifiers if word not in _EXTREMES and word != "most"]
    count: int | None = None
    quantifier, owned = "", False
    while first and not _parted(words, first):
        word = spelt[first - 1]
        if word in _COUNTS and word != "both":
            count = _COUNTS[word]
        elif word in _OWNERS:
            owned = True
        elif word == "many" and first > 1 and spelt[first - 2] == "how":
            quantifier, first = "how many", first - 1
        elif word in _ASKS_ANY | _DISTRIBUTES:
            quantifier = word
            count = count or _COUNTS.get(word)
        elif word != "of" or first < 2 or spelt[first - 2] not in _ASKS_ANY | _DISTRIBUTES | {"of"}:
            break
        first -= 1
    if first > 1 and list(spelt[first - 2 : first]) == ["one", "of"]:
        return None
    last, nouns = _further_nouns(spelt, at)
    titled = (
        not quantifier and bool(modifiers) and all(words[i][0][0].isupper() for i in range(max(first, at - 1), at + 1))
    )
    if not quantifier and not owned and tuple(spelt[:first]) in {("are", "there"), ("is", "there")}:
        quantifier = "any"
    return _Phrase(
        *(words[first].start(), words[last].end(), quantifier, owned, count, extreme, tuple(modifiers)),
        *(nouns, nouns[0] in _PLURALS, first, titled),
    )


def _further_nouns(spelt: Sequence[str], at: int) -> tuple[int, tuple[str, ...]]:
    """Nouns that go on from the first: "leases and licences", "Parts and practice directions"."""
    for last in (at + 2, at + 3):
        if last < len(spelt) and spelt[at + 1] in {"and", "or"} and spelt[last] in _PLURALS:
            return last, (spelt[at], spelt[last])
    return at, (spelt[at],)


def _modifies(word: str) -> bool:
    return word not in _NOT_MODIFIERS and word not in _COUNTS and word not in _DISTRIBUTES and word not in _ASKS_ANY


def _parted(words: Sequence[re.Match[str]], at: int) -> bool:
    """Tell whether a stop stands between a word and the one before."""
    between = words[at].string[words[at - 1].end() : words[at].start()]
    return bool(re.search(r"[.;:?!()—–]", between))


def _groups(modifiers: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    groups: list[list[str]] = [[]]
    for word in modifiers:
        if word in {"and", "or"}:
            groups.append([])
        else:
            groups[-1].append(word)
    return tuple(tuple(group) for group in groups if group)


def _one(phrase: _Phrase) -> str:
    return f"the {_PLURALS.get(phrase.noun) or _SINGULARS[phrase.noun]}"


def _about(question: str) -> str:
    """What a question such as "X: where is it dealt with?" is about, asked of one document."""
    topic = re.sub(
        r"[,:;–—-]*\s*\bwhere\b|\b(?:is|are)\b|\b(?:it|this|that)\b|\b(?:dealt\s+with|covered|addressed|mentioned|"
        r"discussed|treated|provided\s+for)\b|\?",
        " ",
        question,
        flags=re.IGNORECASE,
    )
    return f"What does the document say about {' '.join(topic.split())}?"


_AUXILIARIES = {
    **{
        "are": "Is",
        "is": "Is",
        "were": "Was",
        "was": "Was",
        "can": "Can",
        "may": "May",
        "must": "Must",
        "will": "Will",
    },
    **{"could": "Could", "would": "Would", "shall": "Must", "should": "Should", "do": "Does", "does": "Does"},
}
_HOLD = re.compile(
    r"^\s*(?:(?:do|did|does)\s+(?:we|i|you)\s+(?:hold|have|own|sign|make)|(?:that\s+)?(?:we|i)\s+(?:hold|have)"
    r"|in\s+(?:the|this|our)\s+(?:folder|store|collection|portfolio))\b",
    re.IGNORECASE,
)
_SHOWS = re.compile(r"^(?:list|show|give|tell|find|compare|contrast|name)\b(?:\s+(?:me|us|out))?\s*", re.IGNORECASE)
_TAIL = re.compile(r"\s*,?\s*\b(?:and\s+)?(?:which|which\s+ones|what\s+are\s+they)\s*\?*\s*$", re.IGNORECASE)
_JOINS = re.compile(r"\s*\b(?:of|in|under|for|between|among|across|by|from)\s*$", re.IGNORECASE)


def single_question(question: str, start: int, end: int, *, one: str, verb_first: bool) -> str:
    """The question put to one document: the words from `start` to `end`, which mean several, become `one`."""
    before, after = question[:start].strip(), _TAIL.sub("", question[end:]).strip()
    after = re.sub(r"^\s*or parties\b|^\s*\([^)]*\)", "", after).strip()
    if held := _HOLD.match(after):
        after = after[held.end() :].strip(" ,")
    lead = re.match(r"^(?:of|among)$", before, re.IGNORECASE)
    if lead:
        before, after = "", re.sub(r"^,?\s*which(?:\s+(?:of\s+them|ones?))?\s*", "", after, flags=re.IGNORECASE)
    if re.match(r"^(?:are|is)\s+there$", before, re.IGNORECASE):
        before = ""
    asked = _of_subject(after, one) if not before and verb_first else _of_part(before, after, one)
    return _tidy(asked)


def _of_subject(after: str, one: str) -> str:
    """A question whose subject the documents are: "Which leases can be renewed?" asks "Can the lease be renewed?"."""
    after = re.sub(r"^(?:,[^,]*,\s*)?(?:(?:each|all|that|who|expressly)\s+(?=\w))?", "", after.strip(" ?."))
    first, _, rest = after.partition(" ")
    word = first.casefold()
    if not first:
        return f"What is {one}?"
    if word in _AUXILIARIES and re.match(r"(?:the|an?|we|i|they|it|he|she|either|our|any|its|their)\b", rest):
        return f"Under {one}, {word} {rest}"
    if word in _AUXILIARIES:
        return f"{_AUXILIARIES[word]} {one} {rest}"
    if word in {"have", "has", "with", "containing"}:
        return f"Does {one} have {rest}"
    if word in {"under", "governed", "dated", "made", "signed", "subject", "in", "by", "for"} or word.endswith("ed"):
        return f"Is {one} {after}"
    if word == "where":
        return f"Under {one}, {rest}"
    return f"Does {one} {_infinitive(word, first)} {rest}"


def _infinitive(word: str, first: str) -> str:
    if word.endswith("ies"):
        return f"{first[:-3]}y"
    if re.search(r"(?:sses|shes|ches|xes|zes|oes)$", word):
        return first[:-2]
    return first[:-1] if word.endswith("s") and not word.endswith("ss") else first


def _of_part(before: str, after: str, one: str) -> str:
    """A question in which the documents stand somewhere inside."""
    shown = _SHOWS.match(before)
    if shown:
        return _of_list(before[shown.end() :], after, one)
    if differ := re.match(r"^how\s+do$", before, re.IGNORECASE) and re.match(
        r"^(?:differ|compare)\s+(?:on|in|about|as\s+to|over)?\s*(.*)$", after, re.IGNORECASE
    ):
        return f"What does {one} say about {differ[1]}"
    before = re.sub(r"\b(do|are|were|have)$", lambda aux: _singular(aux[0]), before, flags=re.IGNORECASE)
    after = re.sub(r"^each\s+", "", after, flags=re.IGNORECASE)
    return f"{before} {one}{after}" if after.startswith(",") else f"{before} {one} {after}"


def _of_list(topic: str, after: str, one: str) -> str:
    topic = topic.strip()
    if not topic:
        topic, after = re.sub(r"^(?:and|with|by)\s+", "", after.strip(" ?.,")), ""
        return f"What is {topic} of {one}" if topic else f"What is {one}"
    if re.match(r"^(?:the|our|their|its|all)\b", topic, re.IGNORECASE):
        return f"What is {topic} {one} {after}".rstrip(" .")
    return f"What does {one} say about {_JOINS.sub('', topic)} {after}".rstrip(" .")


def _singular(word: str) -> str:
    single = {"do": "does", "are": "is", "were": "was", "have": "has"}[word.casefold()]
    return single.capitalize() if word[0].isupper() else single


_FRAME = (
    re.compile(
        r"\s+\b(?:under|in|of|for|by)\s+the\s+(?:agreement|document|NDA|lease|licen[cs]e|guide|deed|policy)\s*\??$"
    ),
    re.compile(
        r"^(?:under|in|of|for|by)\s+the\s+(?:agreement|document|NDA|lease|licen[cs]e|guide|deed|policy),\s*", re.I
    ),
)


def without_frame(question: str) -> str:
    """A question to one document without "under the agreement" at its end or front: inside it, that finds nothing."""
    for pattern in _FRAME:
        question = pattern.sub("", question)
    return _tidy(question)


def _tidy(question: str) -> str:
    words = re.sub(r"\s+(?=[,?.])", "", " ".join(question.split())).strip(" ,.?;:")
    return f"{words[:1].upper()}{words[1:]}?"
