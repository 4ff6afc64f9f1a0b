"""Words of claims and sources as they are compared: tokens, stems, names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from pincite.legal.folding import fold_text

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
STOPWORDS = frozenset(
    """
    a an and any are as at be been being but by can could did do does for from had has have if in into is it its may
    might must of on or other shall should so such than that the their them then there these they this those to under
    upon was were what when where which who whom whose will with would each per all also however we us our you your i my
    me he she his her him every either both ought need yes indeed
    """.split()  # noqa: SIM905 - a list to be read
)
NEGATORS = frozenset("not no never neither nor cannot without none nothing unless except nobody non".split())  # noqa: SIM905
# Forms that stemming does not bring together, and words the law uses for one another.
_IRREGULAR = {
    **dict.fromkeys(("paid", "payment", "payments", "payable", "payer"), "pay"),
    **{"sold": "sell", "bought": "buy", "given": "give", "gave": "give", "gives": "give", "kept": "keep"},
    **{"told": "tell", "made": "make", "held": "hold", "sent": "send", "taken": "take", "took": "take"},
    **{"lost": "lose", "borne": "bear", "chosen": "choose", "withheld": "withhold", "written": "write"},
    **{"brought": "bring", "drawn": "draw", "begun": "begin", "broken": "break", "spent": "spend", "sought": "seek"},
    **{"met": "meet", "led": "lead", "left": "leave", "found": "find", "shown": "show", "known": "know", "got": "get"},
    **{"ended": "end", "notification": "notify", "notice": "notify", "notified": "notify", "written": "write"},
    **{"annual": "year", "annually": "year", "yearly": "year", "annum": "year", "monthly": "month", "weekly": "week"},
    **{"daily": "day", "hourly": "hour", "failure": "fail", "delivery": "deliver", "deliveries": "deliver"},
    **{"approval": "approve", "refusal": "refuse", "disclosure": "disclose", "liability": "liable"},
    **{"liabilities": "liable", "delay": "late", "completion": "complete", "insolvency": "insolvent"},
    **{"expiry": "expire", "expiration": "expire", "fewer": "less", "minimum": "least", "maximum": "most"},
}
# Capitalised words that are not names.
_CAPITALISED = frozenset(
    """
    I Section Sections Article Articles Clause Clauses Paragraph Schedule Exhibit Annex Part Rule Rules Source Yes No
    However Therefore Accordingly Under Pursuant According January February March April May June July August September
    October November December Monday Tuesday Wednesday Thursday Friday Saturday Sunday
    """.split()  # noqa: SIM905 - a list to be read
)
# Words that join sentences or stand before nouns: their capital is that of a sentence they open.
_OPENERS = frozenset(
    """
    Above After Against Although Among Apart Around Because Before Behind Below Beside Besides Between Beyond Despite
    During Even Except Like Near Neither Next Nor Once Otherwise Out Outside Over Since Though Throughout Towards Unless
    Unlike Until Upon Via Whenever Whereas Wherever Whether While Whilst Within Without
    """.split()  # noqa: SIM905 - a list to be read
)
_DETERMINERS = frozenset({"The", "A", "An", "Only", "Not", *(word.capitalize() for word in STOPWORDS - {"i", "may"})})
_NAME = re.compile(r"\b[A-Z][\w’'&.-]*[\w](?:\s+(?:of|the|&|for)?\s?[A-Z][\w’'&.-]*[\w])*")
# A single word at the head of a sentence is a name where a verb follows it, and it is no common noun.
_HEADED = re.compile(
    r"\W*([A-Z][a-zà-ÿ]+)(?:\s+(?:and|or)\s+[A-Z]\w+(?:\s[A-Z]\w+)?)?\s+(?:shall|must|may|will|can|cannot|is|are|was|"
    r"were|has|have|had|does|did|need|[a-z]{3,}(?:s|ed|t))\b"
)
_COMMON_ENDING = (
    *("tion", "sion", "ment", "ing", "ness", "ity", "ance", "ence", "ship", "age", "ly", "ure"),
    *("ees", "ers", "ors", "ies", "ery", "als"),
)
_COMMON = frozenset(
    """
    nobody everyone everybody somebody someone anyone anybody nothing everything anything neither one two three four
    five six seven eight nine ten none there here it they he she we you this that these those what who another others
    consent notice interest rent risk title law tax taxes money goods data fees costs cost price profit profits proof
    loss cover shares fraud death injury time days months years weeks breach claim claims court courts children staff
    state land work works debts debt proceeds funds title royalty access control default waiver records reports
    """.split()  # noqa: SIM905 - a list to be read
)


@dataclass(frozen=True, slots=True)
class WordToken:
    """A word: as compared without case, its stem where it carries content, and where it stands in the folded text."""

    word: str
    stem: str
    start: int
    end: int


@cache
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """The stem of a lower-case word."""
    bare = word.removesuffix("'s")
    stemmed: str = _stemmer().stemWord(_IRREGULAR.get(bare, bare))
    return stemmed


@lru_cache(maxsize=2048)
def tokenize(text: str) -> tuple[WordToken, ...]:
    """The words of a text after folding, in order; stop words and negations have no stem."""
    tokens = []
    for found in _TOKEN.finditer(fold_text(text)):
        word = found[0].casefold()
        content = word not in STOPWORDS and word not in NEGATORS and not word.endswith("n't")
        tokens.append(WordToken(word, stem(word) if content else "", found.start(), found.end()))
    return tuple(tokens)


def stems(text: str) -> list[str]:
    """The content words of a text, by their stems, in order; negations are no content."""
    return [token.stem for token in tokenize(text) if token.stem]


def find_names(text: str) -> list[str]:
    """What is written as a name: words with a capital; the first of the sentence where several follow or it acts."""
    names = []
    headed = _HEADED.match(text)
    for found in _NAME.finditer(text):
        words = found[0].split()
        # The capital that opens a sentence says nothing, nor do words such as "Section".
        opening = not text[: found.start()].strip(' "“(*')
        if opening and words[0] in _OPENERS:
            words, opening = words[1:], False
        while words and (words[0] in _CAPITALISED or words[0] in _DETERMINERS):
            words, opening = words[1:], False
        if opening and len(words) == 1 and not (headed and _is_uncommon(words[0])):
            continue
        if words and any(word[0].isupper() and word not in _CAPITALISED for word in words):
            names.append(" ".join(words))
    return names


def _is_uncommon(word: str) -> bool:
    lowered = word.casefold()
    return lowered not in _COMMON | STOPWORDS and not lowered.endswith(_COMMON_ENDING) and len(lowered) > 3
