"""Whether a question seeks documents that say something, that deny it, or that say nothing of it."""

from __future__ import annotations

import re
from enum import StrEnum


class Polarity(StrEnum):
    """Which documents qualify: those that affirm what is asked, those that deny it, or those without a clause on it."""

    AFFIRMED = "affirmed"
    DENIED = "denied"
    LACKING = "lacking"


_SHORT = re.compile(
    r"\b(?P<verb>are|is|was|were|do|does|did|has|have|had|can|could|may|might|must|should|would|need|wo|sha|ca)n[’']t\b",
    re.IGNORECASE,
)
_WHOLE = {"wo": "will", "sha": "shall", "ca": "can"}
_CANNOT = re.compile(r"\bcannot\b", re.IGNORECASE)
# Behind these words a negation belongs to a case that is spoken of: "can be ended if the rent is not paid".
_CASE = re.compile(
    r"\b(?:if|unless|when|whenever|while|because|although|in case|in the event|after|until|who|whose)\b.*$"
    r"|(?<=\w) (?:that|which) (?=(?:is|are|was|were|do|does|did|has|have|can|may|must|will|shall) not\b).*$",
    re.IGNORECASE,
)
# "Not less than" and "whether or not" deny nothing.
_NOT = re.compile(
    r"(?<!\bor) (?:not|never)\b(?! (?:less|more|fewer|later|earlier|only|exceed\w*|longer|before|after)\b)",
    re.IGNORECASE,
)
# "Can or can not", "is or is not": each document that says either qualifies.
_EITHER_WAY = re.compile(
    r"\b(?P<verb>are|is|do|does|can|could|may|must|should|will|shall)(?: ?/ ?| or )(?:(?P=verb) )?not\b", re.IGNORECASE
)
_HOLD = (
    r"(?:have|contain|include|mention|provide for|refer to|address|cover|deal with|set out|"
    r"say anything (?:about|on))"
)
_NOT_HOLD = re.compile(rf"(?<=\w) not (?:(?:expressly|explicitly|even) )?(?P<verb>{_HOLD})\b(?: any\b)?", re.IGNORECASE)
_HOLD_NO = re.compile(
    rf"\b(?P<verb>{_HOLD}|there (?:is|are)) no\b(?! (?:more|less|fewer|later|earlier|longer)\b) ?"
    r"(?P<what>[^?,;]{0,120})",
    re.IGNORECASE,
)
_LACK = re.compile(r"\b(?P<verb>lack|omit) ", re.IGNORECASE)
_SILENT = re.compile(
    r"^(?:is|was) (?P<doc>the \w+) (?P<how>missing|silent (?:on|about|as to|regarding)|without) (?P<what>.*)$",
    re.IGNORECASE,
)
_SAYS_NOTHING = re.compile(r"\bsay nothing (?:about|on|of) ", re.IGNORECASE)
_ALLOWS_NO = re.compile(
    r"\b(?P<verb>allow|permit|grant|give|require|impose|demand|need) no\b(?! (?:more|less)\b)", re.IGNORECASE
)
# As verbs only: "a ban on assignment" is a noun, "prohibited goods" are a kind of goods.
_FORBID = re.compile(
    r"(?P<lead>^(?:\w+ )?the \w+ (?:\w+ly )?)(?:prohibit|forbid|ban|bar|disallow|preclude|rule out|prevent)\b"
    # To rule out a liability is a clause of its own: where it is not found, nothing is ruled out.
    r"(?! (?:(?:any|all) )?(?:\w+ )?(?:liabilit|damages|warrant|recovery|compensation|loss))"
    r"|\bhave (?:an?|any) (?:ban|prohibition) (?:on|against|of)\b",
    re.IGNORECASE,
)
_FORBIDDEN = re.compile(
    r"(?P<lead>\b(?:is|are|was|were|be) (?:\w+ ){0,5}?)"
    r"(?:prohibited|forbidden|banned|barred|disallowed|ruled out|precluded)"
    r"(?= ?(?:$|\?|\b(?:by|in|under|without|from|to|altogether|completely)\b))",
    re.IGNORECASE,
)
_FROM_DOING = re.compile(r" from (?=\w+ing\b)", re.IGNORECASE)
# "Contracts without a break clause", right after the documents.
_WITHOUT = re.compile(
    r"^(?P<lead>\s*)(?:(?:that|which)\s+)?(?:(?:are|is|come)\s+)?without\s+(?:an?\s+|any\s+)?", re.IGNORECASE
)


def spell_out(words: str) -> str:
    """Words with their negations written in full: "aren't" is "are not", "cannot" is "can not"."""
    spelt = _SHORT.sub(lambda found: f"{_whole(found['verb'])} not", words)
    return _CANNOT.sub("can not", spelt)


def say_once(question: str) -> tuple[str, bool]:
    """A question without the second half of "can or can not", and whether it had one: it asks which of both is said."""
    once, times = _EITHER_WAY.subn(r"\g<verb>", question)
    return once, times > 0


def say_without(after: str) -> str:
    """What follows a description of documents, with "without" as "that have no"."""
    return _WITHOUT.sub(lambda found: f"{found['lead'] or ' '}that have no ", after)


def read_polarity(question: str) -> tuple[str, Polarity]:
    """A yes-or-no question about a document as it is asked without negation, and which documents qualify.

    What is forbidden is asked for as what is allowed, and two negations are none.
    """
    question = " ".join(question.split())
    case = _CASE.search(question)
    main, rest = (question[: case.start()], question[case.start() :]) if case else (question, "")
    for read in (_read_lacking, _read_silent):
        if told := read(main):
            return _joined(told, rest), Polarity.LACKING
    plain, denied = _NOT.subn("", main, count=1)
    if not denied:
        plain, denied = _ALLOWS_NO.subn(r"\g<verb>", main, count=1)
    for pattern, word in ((_FORBID, "allow"), (_FORBIDDEN, "allowed")):
        plain, times = pattern.subn(rf"\g<lead>{word}", plain, count=1)
        plain = _FROM_DOING.sub(" ", plain, count=1) if times else plain
        denied += times
    return _joined(plain, rest), Polarity.DENIED if denied % 2 else Polarity.AFFIRMED


def _read_lacking(question: str) -> str | None:
    if found := _NOT_HOLD.search(question):
        return f"{question[: found.start()]} {found['verb']}{question[found.end() :]}"
    if found := _HOLD_NO.search(question):
        return f"{question[: found.start()]}{found['verb']} {_with_article(found['what'])}{question[found.end() :]}"
    if found := _LACK.search(question):
        return f"{question[: found.start()]}have {question[found.end() :]}"
    return None


def _read_silent(question: str) -> str | None:
    if found := _SILENT.match(question):
        verb = "say something about" if found["how"].casefold().startswith("silent") else "have"
        return f"Does {found['doc']} {verb} {found['what']}"
    plain, times = _SAYS_NOTHING.subn("say something about ", question)
    return plain if times else None


def _with_article(what: str) -> str:
    """What is not there, as one thing: "non-compete clause" is "a non-compete clause"."""
    what = what.strip()
    first, *_ = what.split() or [""]
    last = what.split()[-1] if what else ""
    if first.casefold() in {"a", "an", "any", "the"} or (last.endswith("s") and not last.endswith("ss")):
        return what
    return f"{'an' if first[:1].casefold() in set('aeiou') else 'a'} {what}"


def _joined(main: str, rest: str) -> str:
    words = f"{main.rstrip(' ?')} {rest.strip(' ?')}".strip()
    return f"{words[:1].upper()}{words[1:]}?"


def _whole(verb: str) -> str:
    whole = _WHOLE.get(verb.casefold(), verb)
    return whole.capitalize() if verb[0].isupper() else whole
