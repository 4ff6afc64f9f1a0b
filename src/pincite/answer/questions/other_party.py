"""The question before, asked of somebody else: "and us?", "what if it's her who is late?", "them too?"."""

from __future__ import annotations

import re

from pincite.answer.questions.indirect import Action, read_action, third_person

_PRONOUNS = {"us": "we", "we": "we", "me": "I", "i": "I", "them": "they", "they": "they", "him": "he", "he": "he"}
_PRONOUNS |= {"her": "she", "she": "she"}
_OURS, _PLURAL = frozenset({"we", "I"}), frozenset({"we", "I", "they"})
_OBJECT = {"we": "us", "I": "me"}
# "And us?", "what about them, if we are late?", "for us too?"
_TURNS = re.compile(
    r"\s*(?:(?:what|how)\s+about\s+)?(?:(?:for|to|with)\s+)?(?P<who>us|me|them|him|her)(?:\s+(?:too|as\s+well|also|then))?"
    r"(?:\s{0,3},?\s+(?P<case>(?:if|when|unless|once)\s[^?]{3,300}?))?[\s?.!]*",
    re.IGNORECASE,
)
# "What about them, how much do they have to give?"
_TURNS_AND_ASKS = re.compile(
    r"\s*(?:(?:what|how)\s+about\s+)?(?P<who>us|me|them|him|her)\s{0,3}[,–—-]\s+(?P<ask>how\s+\w+|what|when)\s+"
    r"(?P<rest>[^?]{3,200})[\s?.!]*",
    re.IGNORECASE,
)
# "If it's them who want out", "when it is us who's late".
_IT_IS_WHO = re.compile(
    r"\b(?P<if>if|when|unless|once)\s+it(?:[’']s|\s+is|\s+was|\s+were)\s+(?P<who>us|me|them|him|her|we|they|he|she|i)\s+"
    r"(?:who|that|which)(?P<be>[’']s|[’']re)?\s+(?P<verb>[\w’']+)",
    re.IGNORECASE,
)
_BE = {"is": "are", "was": "were", "has": "have", "does": "do", "doesn't": "don't", "isn't": "aren't"}
_SINGULAR = {there: here for here, there in _BE.items()}
_THIRD_PERSON = re.compile(r"\w{2,}[^s\W]s\b")
# Who else a question names: "the agreement with Gull", "give Ada Gull".
_NAMED = re.compile(
    r"(?<![\w’'])(?:[A-Z][\w’-]+(?:\s(?:&|and|of)\s(?=[A-Z])|\s(?=[A-Z]))?){1,5}"
    r"(?![\w’'&-]|\s(?:agreement|contract|lease|deal|licen[cs]e|policy|terms|rules|deed|letter|plan)\b)"
)
_THEIRS = re.compile(r"\b(?:its|their|his|her)\b(?=\s+[a-z])")
_TO_US = re.compile(r"(?<!\bby\s)\b(?:us|me)\b")


def by_whom(question: str) -> str:
    """A follow-up with "if we are late" for "if it's us who are late"."""
    return _IT_IS_WHO.sub(_in_short, question)


def ask_other_party(question: str, before: str) -> str:
    """The question before with somebody a pronoun stands for as the one who acts; empty where there is none such.

    "How much notice must we give Gull?" – "And them?" asks how much notice Gull must give us.
    """
    turned = _TURNS.fullmatch(question)
    asks = None if turned else _TURNS_AND_ASKS.fullmatch(question)
    found = turned or asks
    action = read_action(before) if found else None
    if found is None or action is None or (asks and not _asks_the_like(asks["ask"], before)):
        return ""
    swapped = _exchanged(action, _PRONOUNS[found["who"].casefold()])
    case = turned["case"] if turned else ""
    return f"{swapped} {case}" if swapped and case else swapped


def asks_for_whom(question: str, before: str) -> str:
    """The question before for "if it's us who want out": what is asked of another, in a case of theirs."""
    found = _IT_IS_WHO.search(question)
    action = read_action(before) if found else None
    if found is None or action is None:
        return ""
    swapped = _exchanged(action, _PRONOUNS[found["who"].casefold()])
    case = by_whom(question)[found.start() :].strip(" ?.!")
    return f"{swapped} {case}" if swapped else ""


def _exchanged(action: Action, who: str) -> str:
    """Who acts, and whoever else is named, each in the place of the other."""
    subject, rest = " ".join(action.subject), " ".join(action.rest)
    ours = subject.casefold() in {"we", "i"}
    if ours and who in _OURS:
        return ""
    others = [found for found in _NAMED.finditer(rest) if found[0] != subject]
    named = others[0] if len({found[0] for found in others}) == 1 else None
    if who in _OURS:
        # "Can the club get out of its lease?" is for us to get out of the lease.
        rest = _THEIRS.sub("the", _TO_US.sub("them", rest))
        return _asked(action, who, rest)
    if not ours and named is None:
        return ""
    mine = _OBJECT.get("I" if subject == "I" else "we", "us") if ours else subject
    if named is not None:
        return _asked(action, named[0], f"{rest[: named.start()]}{mine}{rest[named.end() :]}")
    return _asked(action, who, rest)


def _asked(action: Action, subject: str, rest: str) -> str:
    auxiliary = action.auxiliary
    if auxiliary in {"do", "does"}:
        auxiliary = "do" if subject in _PLURAL else "does"
    asking = f"{action.asking.strip()} {auxiliary}".strip()
    return f"{asking[:1].upper()}{asking[1:]} {subject} {action.verb} {rest}".strip()


def _asks_the_like(ask: str, before: str) -> bool:
    """Tell whether a follow-up asks with the words that the question before asked with."""
    asked = ask.casefold().split()
    return before.casefold().split()[: len(asked)] == asked


def _in_short(found: re.Match[str]) -> str:
    who, verb = _PRONOUNS[found["who"].casefold()], found["verb"]
    if found["be"]:
        return f"{found['if']} {who} {'am' if who == 'I' else 'are' if who in _PLURAL else 'is'} {verb}"
    return f"{found['if']} {who} {_agreeing(verb, who)}"


def _agreeing(verb: str, who: str) -> str:
    """A verb as it goes with who acts: "wants" of "her who wants", "want" of "us who wants"."""
    if who == "I" and verb in {"is", "are"}:
        return "am"
    if who in _PLURAL:
        return _BE.get(verb) or (verb[:-1] if _THIRD_PERSON.fullmatch(verb) else verb)
    plain = verb in _SINGULAR or _THIRD_PERSON.fullmatch(verb) or verb.endswith("ed") or verb in _BE
    return _SINGULAR.get(verb, verb) if plain else third_person(verb)
