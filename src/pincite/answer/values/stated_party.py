"""The party that acts: the subject of the question's verb in a quotation."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.answer.values.main_clauses import split_clauses
from pincite.legal.wording import stem, stems
from pincite.spans import Span

_WORD = r"(?!(?:The|An?|Each|Either|Both)\b)[A-Z][\w&’'-]{0,40}"
_QUALIFIED = r"(?:[a-z]{2,20}(?:ing|ed|ful)\s{1,9})?[Pp]art(?:y|ies)\b"
_NAME = (
    rf"(?:(?:[Tt]he|[Ee]ach|[Ee]ither|[Bb]oth)\s{{1,9}})?(?:{_QUALIFIED}|{_WORD}(?:\s{{1,9}}(?:{_WORD}|[Pp]art(?:y|ies)\b)){{0,3}})"
    rf"(?:\s{{1,9}}of\s{{1,9}}(?:the\s{{1,9}})?{_WORD}(?:\s{{1,9}}{_WORD}){{0,3}})?"
)
_ACTS = re.compile(rf"(?<![\w’'-])(?P<who>{_NAME})\s{{1,9}}(?P<verb>[a-z]{{1,20}})\b")
_DONE_BY = re.compile(
    rf"\b(?P<verb>[a-z]{{1,20}}(?:ed|ne|id|de|ld|pt|en|nt|wn|ght|ilt))\s{{1,9}}"
    rf"(?P<who>(?P<how>(?:equally|jointly|solely)\s{{1,9}})?by\s{{1,9}}(?P<name>{_NAME}))",
)
_MODALS = frozenset({"shall", "must", "will", "may", "agrees", "agree", "undertakes", "undertake", "is", "are", "has"})
# What may stand between "shall" and the verb.
_LINKS = frozenset(
    """
    shall must will may agrees agree undertakes undertake is are has have be to also then for the a right duty hereby
    responsible liable entitled required obliged bound alone
    """.split()  # noqa: SIM905 - a list to be read
)
_SAYS_DUTY = frozenset({"responsible", "liable", "entitled", "required", "obliged", "bound"})
_ASKED = re.compile(
    r"\bwho(?:['’]s)?(?:\s{1,9}(?:must|shall|has|have|had|will|would|may|can|could|is|are|to|should|does|"
    r"(?:required|obliged|supposed|expected|allowed|permitted|entitled|bound)(?=\s{1,9}to\b)))*\s{1,9}(?P<verb>[a-z]{1,20})(?P<rest>[^?]{0,300})",
    re.IGNORECASE,
)
# "Who is paid?" asks for the one who receives, and "who may not sublet?" for what is denied.
_DONE_TO = re.compile(
    r"\bwho(?:['’]s)?\s{1,9}(?:(?:must|shall|has|have|had|will|would|may|can|could|should|to|gets?)\s{1,9}){0,3}"
    r"(?:(?:is|are|was|were|be|been|gets?)\s{1,9}(?:\w{1,20}ly\s{1,9})?\w{1,20}(?:ed|en|id|de|ld|pt|nt|wn|ght|ne)\b"
    r"(?<!\brequired)(?<!\bobliged)(?<!\bsupposed)(?<!\bexpected)(?<!\ballowed)(?<!\bpermitted)(?<!\bentitled)|be\b)|"
    r"\b(?:not|never|\w{1,9}n['’]t|cannot)\b",
    re.IGNORECASE,
)
# "Who foots the bill?" asks who pays, bears or covers it.
_BEARS = frozenset(
    stem(word) for word in ("pay", "paid", "bear", "borne", "cover", "foot", "cost", "expense", "meet", "fund")
)
_LIABLE = frozenset({stem("responsible"), stem("liable")})
# Capitalised words that begin a clause and are not parties, and those that say nothing without it.
_NOBODY = re.compile(
    r"(?:[Tt]he\s{1,9})?(?:(?:It|This|That|Such|If|All|Any|No|None|Neither|Nobody|Nor|Every|Other|In|These|Those|There|"
    r"Nothing|We|You|They|He|She|I|Who|Which)\b|"
    r"(?:Agreement|Term|Section|Notices?|Services?|Products?|Information|Date|Fees?|Price|Payments?|Costs?|Expenses?|Law|Deposit|Rent|Loan|"
    r"Notes?|Invoices?|Goods|Premises|Property|Claims?|Lease|Licence|License|Contract|Deed|Polic(?:y|ies)|Insurance|Clause|Schedule|Interest|"
    r"Amounts?|Sums?|Tax|VAT|Charges?|Royalt(?:y|ies)|Software|Works?|Reports?|Data|Documents?|Equipment|Shares?|Building|Certificate|Fund|"
    r"Salary|Parts?|[Pp]arty)(?![\w’'-]|\s{1,9}[A-Z]))|[Pp]art(?:y|ies)\b"
)
_EXCEPTION = re.compile(
    r"\b(?:unless|except|provided,?\s{1,9}(?:that|however)|however|if|notwithstanding|but(?!\s{1,9}not\s{1,9}limited))\b",
    re.IGNORECASE,
)
# Words before a name that make it a part of the subject only, or the subject of a side clause.
_NOT_ALONE = re.compile(
    r"(?:\b(?:and|or|nor|neither|no|not|of|for|to|from|with|by|against|between|on|in|other|such|which|whom|whose|when|whenever|"
    r"as|before|after|until|once|because|whether|than|behalf)|(?<!agrees\s)(?<!agree\s)(?<!ensure\s)(?<!procure\s)(?<!acknowledge\s)"
    r"(?<!accept\s)\bthat)\s{1,9}(?:the\s{1,9}|an?\s{1,9})?\Z|[\w’']\s{0,3},\s{0,9}\Z|(?<![\w’'])an?\s{1,9}\Z",
    re.IGNORECASE,
)
# "And the Landlord shall" begins a clause where another one ends.
_OPENS = re.compile(r"\s{0,9}(?:and|but|or|while|whilst|whereas)\s{1,9}\Z", re.IGNORECASE)
# What may follow the name of who something is done by: no other name, and no noun.
_ENDS_NAME = re.compile(
    r"\s{0,9}(?:\Z|[.;:,)](?!\s{1,9}(?:and\s{1,9}|or\s{1,9})?(?:the\s{1,9})?[A-Z])|(?:to|for|on|in|at|within|when|as|from|under|before|after|"
    r"upon|with|during|is|are|shall|must|will|may|per|(?:and|or)\s{1,9}(?!the\b|an?\b|its\b|their\b|any\b|all\b|both\b|other\b|[A-Z]))\b)"
)
# "Shall not pay", "shall pay no part".
_DENIED = re.compile(r"(?:\s{1,9}[a-z]{1,20}){0,2}?\s{1,9}(?:not|never|neither|no|none|nothing|only)\b")
# Where the thing that is asked about ends: "the roof under the lease".
_SIDE = re.compile(
    r"\b(?:under|pursuant|when|where|while|during|after|before|according|if|in\s{1,9}(?:the|this|that|my|our|case))\b",
    re.IGNORECASE,
)
_DOCUMENT_WORDS = frozenset(stems("agreement contract lease licence license deed document policy terms party parties"))


@dataclass(frozen=True, slots=True)
class _Act:
    """Who does it, in a clause with some stems; nobody (None) where it is unclear who."""

    who: Span | None
    name: str
    stems: frozenset[str]


@dataclass(frozen=True, slots=True)
class _WhoQuestion:
    """The verbs that a question asks about, by their stems, and the stems of what is done and of all the rest."""

    verbs: frozenset[str]
    thing: frozenset[str]
    about: frozenset[str]


def stated_party(question: str, quote: str) -> Span | None:
    """Return the party that does what the question asks; None if the quotation names several or makes exceptions."""
    asked = _read(question)
    if asked is None or _EXCEPTION.search(quote):
        return None
    acts = [act for clause in split_clauses(quote) for act in _acts(asked, clause, quote)]
    best = max(acts, key=lambda act: len(act.stems & asked.about), default=None)
    if best is None or best.who is None or 2 * len(best.stems & asked.thing) <= len(asked.thing):
        return None
    rivals = [act for act in acts if act.name != best.name]
    if any(not act.stems & asked.about < best.stems & asked.about for act in rivals):
        return None
    return best.who if not rivals or asked.thing <= best.stems else None


def _read(question: str) -> _WhoQuestion | None:
    found = None if _DONE_TO.search(question) else _ASKED.search(question)
    if found is None:
        return None
    verb, rest = stem(found["verb"].casefold()), found["rest"]
    verbs = _BEARS if verb in _BEARS else frozenset({verb})
    own = frozenset(stems(question)) - verbs - ({"bill"} if verb == "foot" else frozenset())
    if verb in _LIABLE:
        # "Who is responsible for repairs?" is answered by who repairs.
        verbs = _LIABLE | frozenset(stems(rest)[:1])
    about = own - _DOCUMENT_WORDS or own
    side = _SIDE.search(rest)
    thing = frozenset(stems(rest[: side.start()] if side else rest)) & about
    return _WhoQuestion(verbs, thing or about, about) if about else None


def _acts(asked: _WhoQuestion, clause: Span, quote: str) -> list[_Act]:
    """Who does in a clause what is asked about."""
    words = frozenset(stems(clause.slice(quote)))
    acts = []
    for match in _ACTS.finditer(quote, clause.start, clause.end):
        present = match["verb"].endswith("s") or match["who"].endswith("s")
        if (match["verb"] in _MODALS or present) and _does(asked, quote[match.start("verb") : clause.end]):
            denied = _DENIED.match(quote, match.end()) is not None
            clear = not denied and _is_alone(match.start(), clause, quote) and not _NOBODY.match(match["who"])
            acts.append(_act(match, "who", words, clear=clear))
    for match in _DONE_BY.finditer(quote, clause.start, clause.end):
        if stem(match["verb"]) in asked.verbs:
            clear = _ENDS_NAME.match(quote, match.end(), clause.end) is not None and not _NOBODY.match(match["name"])
            acts.append(_act(match, "who" if match["how"] else "name", words, clear=clear))
    return acts


def _act(match: re.Match[str], group: str, words: frozenset[str], *, clear: bool) -> _Act:
    name = " ".join(match[group].casefold().split()).removeprefix("the ")
    return _Act(Span(*match.span(group)), name, words) if clear else _Act(None, "", words)


def _does(asked: _WhoQuestion, rest: str) -> bool:
    """Tell whether the words after a name begin with a verb that is asked about, and that is not done to it."""
    words = re.findall(r"[a-z]+|[,.;:]", rest)
    if words[0] not in _MODALS:
        verbs = _joined(words)
    else:
        at = next((i for i, word in enumerate(words) if word not in _LINKS and not word.endswith("ly")), len(words))
        links = words[:at]
        # "Shall be paid", unlike "shall be responsible for".
        if links[-1:] in (["be"], ["is"], ["are"]):
            return False
        verbs = {stem(word) for word in links if word in _SAYS_DUTY} | _joined(words[at:])
        negated = at < len(words) and words[at] in {"not", "never", "only"}
        verbs |= _joined(words[at + 1 :]) if negated else set()
    interest = bool(re.match(r"(?:[a-z]+\s{1,9}){0,2}bears?\s{1,9}interest\b", rest))
    return bool(verbs & asked.verbs) and not interest


def _joined(words: list[str]) -> set[str]:
    """The first of some words, and those that "and" or a comma joins to it: "maintain, insure and repair"."""
    found: set[str] = set()
    for at, word in enumerate(words):
        if word in {",", "and", "or"}:
            continue
        if at and words[at - 1] not in {",", "and", "or"}:
            break
        found.add(stem(word))
    return found


def _is_alone(start: int, clause: Span, quote: str) -> bool:
    """Tell whether a name is the whole subject of its clause."""
    before = quote[clause.start : start]
    return not _NOT_ALONE.search(before) or (clause.start > 0 and _OPENS.fullmatch(before) is not None)
