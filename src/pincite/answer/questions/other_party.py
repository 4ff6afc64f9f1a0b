"""The question before, asked of somebody else: "and us?", "what if it's her who is late?", "them too?"."""

from __future__ import annotations

import re

from pincite.answer.questions.indirect import Action, read_action, third_person
from pincite.answer.questions.replaced_part import is_actor
from pincite.answer.questions.single_question import infinitive
from pincite.legal.wording import STOPWORDS

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
_BE |= {"hasn't": "haven't", "wasn't": "weren't"}
_SINGULAR = {there: here for here, there in _BE.items()}
_IN_ED = frozenset({"need", "feed", "exceed", "proceed", "succeed"})
_THIRD_PERSON = re.compile(r"\w{2,}[^s\W]s\b")
# "Can't", "will" and "left" are the same whoever it is.
_UNCHANGED = frozenset(
    """
    can could may might must shall should will would ought cannot became began bought broke built came chose cut did
    fell felt forgot found gave got had heard held hurt kept knew left lent let lost made met paid put said saw sent set
    shut sold spent spoke stole stood thought threw told took understood went withdrew won wrote
    """.split()  # noqa: SIM905 - a list to be read
)
# Who else a question names: "the agreement with Gull", "give Ada Gull".
_NAMED = re.compile(
    r"(?<![\w’'])(?:[A-Z][\w’-]+(?:\s(?:&|and|of)\s(?=[A-Z])|\s(?=[A-Z]))?){1,5}"
    r"(?![\w’'&-]|\s(?:agreement|contract|lease|deal|licen[cs]e|policy|terms|rules|deed|letter|plan)\b|\s\d)"
)
# Where somebody else stands: "tell the council", "give Gull", "the agreement with Gull".
_LEADS_TO = re.compile(
    r"\b(?:(?P<tell>tell|notify|inform|ask|warn|remind|consult|contact)|"
    r"(?P<give>pay|repay|give|owe|send|grant|offer|lend|answer|sue|reimburse|compensate|indemnify|help|evict|charge)|"
    r"(?P<way>to|from)|with)\s",
    re.IGNORECASE,
)
# "Send it to Leeds" is sent to a place; "report it to Gull" is told to somebody.
_DEALS = re.compile(
    r"\b(?:pay|repay|give|owe|report|talk|speak|write|answer|reply|sell|rent|let|explain|offer|lend|supply|provide|disclose|"
    r"transfer|assign|grant|license|buy|claim|recover|borrow|hire|ask|complain|hand|apologi[sz]e)\b",
    re.IGNORECASE,
)
_ROLE = re.compile(r"(?:the|our|my)\s(?P<words>[\w’'-]+(?:\s[\w’'-]+){0,2})", re.IGNORECASE)
_THEM_ALL = re.compile(r"(?:the|our|my)\s(?:[\w’'-]+\s){0,2}[\w’'-]{2,}[^\Ws]s|(?:the|our|my)\s(?:police|people)")
_ADVERBS = frozenset("again already anyway at early first immediately later now soon straight today tomorrow".split())  # noqa: SIM905
# Capitals that are nobody: a day, money, a term of the document.
_NOBODY = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|"
    r"november|december|christmas|easter|euros?|dollars?|pounds?|sterling|francs?|yen|(?:.{1,40}\s)?(?:acts?|annex|"
    r"charges?|clause|code|compensation|damages|deposit|documents?|fees?|goods|information|interest|invoices?|notices?|"
    r"part|payments?|premiums?|price|property|regulations?|rents?|royalties|rules?|schedule|section|services?|sums?|"
    r"tax(?:es)?|works?)",
    re.IGNORECASE,
)
# "VAT" and "GDPR" are no party; a longer one may be.
_INITIALS = 4
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
    if who in _OURS:
        # "Can the club get out of its lease?" is for us to get out of the lease.
        rest = _THEIRS.sub("the", _TO_US.sub("them", rest))
        return _asked(action, who, rest)
    words = f"{action.verb} {rest}"
    found = {(at, name) for at, name in _others(words) if name != subject}
    if len({name for _, name in found}) != 1:
        return _asked(action, who, rest) if ours else ""
    mine = _OBJECT.get("I" if subject == "I" else "we", "us") if ours else subject
    at, name = min(found)
    turned = f"{words[:at]}{mine}{words[at + len(name) :]}"
    return _asked(action, name, turned[len(action.verb) :].strip())


def _others(words: str) -> list[tuple[int, str]]:
    """Who else gets, is told or has a part in what is done, and where they are named."""
    others = []
    for lead in _LEADS_TO.finditer(words):
        if lead["way"] and not _DEALS.search(words[: lead.start()]):
            continue
        named = _NAMED.match(words, lead.end())
        name = named[0] if named else _role(words[lead.end() :], told=bool(lead["tell"]))
        nobody = named and (_NOBODY.fullmatch(name) or (name.isupper() and len(name) <= _INITIALS))
        if name and not nobody:
            others.append((lead.end(), name))
    return others


def _role(words: str, *, told: bool) -> str:
    """Somebody called by what they are, at the head of some words: "the landlord"; whoever is told may be anybody."""
    found = _ROLE.match(words)
    if found is None:
        return ""
    article, *own = found[0].split()
    phrases = [" ".join([article, *own[:count]]) for count in range(len(own), 0, -1)]
    for phrase in phrases:
        if is_actor(phrase.casefold()) or is_actor(phrase.casefold().removesuffix("s")):
            return phrase
    end = next((at for at, word in enumerate(own) if word.casefold() in STOPWORDS | _ADVERBS), len(own))
    return " ".join([article, *own[:end]]) if told and end > 0 and not _NOBODY.fullmatch(" ".join(own[:end])) else ""


def _asked(action: Action, subject: str, rest: str) -> str:
    auxiliary = action.auxiliary
    if auxiliary in {"do", "does"}:
        auxiliary = "do" if subject in _PLURAL or _THEM_ALL.fullmatch(subject) else "does"
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
    if who == "I" and (be := {"is": "am", "are": "am", "was": "was", "were": "was"}.get(verb)):
        return be
    known = (_BE if who in _PLURAL else _SINGULAR).get(verb.replace("’", "'"))
    # "Has" and "doesn't" have forms of their own; any other with an apostrophe, "can't" or "didn't", has one.
    if known or verb in _UNCHANGED or re.search(r"[’']|ed$", verb) and verb not in _IN_ED:
        return known or verb
    if who in _PLURAL:
        return infinitive(verb) if _THIRD_PERSON.fullmatch(verb) else verb
    return verb if verb in _BE or _THIRD_PERSON.fullmatch(verb) else third_person(verb)
