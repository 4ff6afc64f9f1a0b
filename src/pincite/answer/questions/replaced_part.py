"""A part of a question replaced: "And the landlord?" after "How much notice must the tenant give?"."""

from __future__ import annotations

import re

from pincite.answer.questions.indirect import is_verb, read_action
from pincite.legal.roles import find_agents

NAMED_DOCUMENT = re.compile(
    r"\b(?:agreement|contract|lease|tenancy|nda|licen[cs]e|policy|guide|handbook|booklet|deed|deal|act|part|rules|terms|"
    r"constitution|mortgage|easement|wayleave|scheme|one)$",
    re.IGNORECASE,
)
PLACED = re.compile(
    r"^\s*+(?P<rest>(?:for|in|under|with|to|by|from|on|at|as\s++to)\s++.*[^?.\s])[?.\s]*+$", re.IGNORECASE
)
_AUXILIARY = r"(?:can|could|may|might|must|shall|should|will|would|do|does|did)"
# "Can the yard move the boat?": who acts stands after the first verb.
_ACTOR = re.compile(
    rf"\b(?i:{_AUXILIARY})\s+(?P<actor>(?:the|an?|our|their|its|my|your)\s+[\w’'-]+"
    r"(?:\s+of\s+[a-z’'-]+)?|we|you|I|[A-Z][\w’'-]+(?:\s[A-Z][\w’'-]+)?)(?=\s|$)"
)
_LONG_ACTOR = re.compile(
    rf"\b(?i:{_AUXILIARY})\s+(?P<actor>(?:the|an?|our|their|its|my|your)\s+[\w’'-]+\s+[\w’'-]+)(?=\s|$)"
)
# "When does the warranty end?", "When is the rent due?": what the question is about stands before its last word.
_ABOUT_THING = re.compile(
    rf"\b(?:{_AUXILIARY}|(?P<being>is|are|was|were))\s+(?P<thing>(?:the|an?|our|their|its)\s+[\w’'-]+"
    r"(?:\s+(?!(?:be|have|has|needs?)\s)[\w’'-]+)?)\s+(?P<last>(?:(?:(?:have|has|need|needs)\s+to\s+)?be\s+)?[\w-]+)"
    r"(?P<where>\s(?:on|by|at|with|through|via)\s[^,;?]{2,40})?$",
    re.IGNORECASE,
)
# "When is a letter sent by post deemed served?": however it is described, what it is deemed to be stands last.
_DEEMED = re.compile(
    r"(?P<asking>(?:when|how|where|why)\s(?:is|are|was|were)|is|are)\s(?P<thing>(?:the|an?|our|their|its)(?:\s[\w’'-]+){1,8}?)\s"
    r"(?P<state>(?:deemed|treated|considered|regarded|taken)\s(?:as\s|to\sbe\s|to\shave\sbeen\s)?[\w-]+)",
    re.IGNORECASE,
)
_OTHER_ACTORS = frozenset("bank court director guest keeper manager member partner side staff worker yard".split())  # noqa: SIM905
# "How much holiday does Maya get?": what is measured stands before the first verb.
_MEASURED = re.compile(
    rf"^(?:how\s+(?:much|many)|what)\s+(?:[\w-]+\s+of\s+)?(?!{_AUXILIARY}\b|is\b|are\b)"
    rf"(?P<thing>[\w’'-]+(?:\s+[\w’'-]+){{0,2}}?)\s+{_AUXILIARY}\b",
    re.IGNORECASE,
)
_PROPER = re.compile(r"[A-Z][a-z][\w’'-]*(?:\s+[A-Z][\w’'.-]*)*")
_DETERMINED = re.compile(r"(?:the|an?|our|their|its|my|your|his|her)\b\s*", re.IGNORECASE)
# "And the landlord's?", "and ours?" after "When is the tenant's share due?".
_OWNER = re.compile(
    r"(?:(?:the|an?|our|my|your|his|her|their)\s+)?(?:[\w-]+\s+){0,2}[\w-]+(?:[’']s|s[’'])|ours|mine|yours|theirs|hers",
    re.IGNORECASE,
)
_OWNED = re.compile(
    r"\b(?:(?:the|an?|our|my|your|his|her|their)\s+(?:[\w-]+\s+){0,2}?)?[\w-]+(?:[’']s|s[’'])(?=\s+[\w-])"
    r"|\b(?:our|my|your|their|his)(?=\s+[\w-])",
    re.IGNORECASE,
)
_OWN = {"ours": "our", "mine": "my", "yours": "your", "theirs": "their", "hers": "her"}
# "And in shares?" after "How much cash …?": what something is paid in stands before the first verb.
_PAID_IN = re.compile(r"in\s+(?P<means>[a-z]+)$", re.IGNORECASE)
_MEANS = frozenset("cash credit equity goods money options securities services shares stock warrants".split())  # noqa: SIM905
_MANY = re.compile(r"(?:options|securities|services|shares|warrants)$", re.IGNORECASE)
# "By when?", "How often?": asks for another thing of the same, and says no more.
_ASKS_ALONE = re.compile(
    r"(?:(?:by|for|from|until|since|on|to|at|in|with|under|over|within|after|before)\s+)?"
    r"(?:when|where|why|whom|how(?:\s+(?:long|often|soon|quickly|far))?"
    r"|(?:what|which)\s+(?!happens?\b|then\b|next\b|if\b|about\b)[\w-]+)(?:\s+(?:exactly|precisely))?[\s?.]*",
    re.IGNORECASE,
)
# What asked before is left out; "how much rent" is more than a word that asks.
_ASKED_BEFORE = re.compile(
    rf"(?:(?:(?:by|from|until|since)\s+)?(?:when|where|why|how(?:\s+(?:long|often|soon|quickly|far))?)\s+)?"
    rf"(?P<rest>(?:{_AUXILIARY}|is|are|was|were)\s+(?!there\b)\S.*)",
    re.IGNORECASE | re.DOTALL,
)
# "On the allotments" for "in the cemetery": where something is; "on a Sunday" is when.
_PLACE = re.compile(
    r"\b(?:in|on|at)\s(?:the|our|my|their)\s(?!(?:\w+\s)?(?:day|date|end|start|morning|evening|weekends?|week|month|year|time|"
    r"event|case|meantime|same|first|last)\b)[\w’'-]+(?:\s[\w’'-]+){0,2}$",
    re.IGNORECASE,
)
# "during probation", "after five years": goes with the question before as it is.
_ADDED = re.compile(
    r"(?:as\s+(?:much|many|long|soon|far|often)\s+as|after|before|during|without|within|until|over|outside|between)\b",
    re.IGNORECASE,
)
# "What is the deposit under the lease?": the place is kept where what is asked is replaced.
AT_DOCUMENT = re.compile(
    r"(?<!\s)\s+(?:under|in|per|by)\s+(?:the|our|my|your|this)\s+(?:[\w’'&.-]+\s+){0,4}?"
    r"(?:agreement|contract|lease|nda|licen[cs]e|policy|guide|deed|tenancy|handbook|msa)$",
    re.IGNORECASE,
)
_JOINING = frozenset("a an and are by does for from in is must of on or out the to under what which with".split())  # noqa: SIM905
# A thing at the end; after "shall" or "does" it is who acts, and a verb follows it.
_ENDING = re.compile(
    r"(?<!shall\s)(?<!must\s)(?<!can\s)(?<!may\s)(?<!will\s)(?<!would\s)(?<!could\s)(?<!should\s)(?<!do\s)(?<!does\s)"
    r"(?<!did\s)\b(?:the|an?|our|their|its)\s+[\w’'-]+(?:\s+[\w’'-]+){0,2}$",
    re.IGNORECASE,
)
VERBAL = re.compile(
    r"\b\w+(?:ed|ing|able|ible)$|\b(?:valid|due|paid|payable|made|given|held|needed|possible|allowed)$", re.IGNORECASE
)
# "What happens if the claimant loses": who or what a case is about, and the verb behind it.
_CASE_SUBJECT = re.compile(
    r"(?P<before>.*\b(?:if|when|unless|once)\s)(?P<thing>(?:the|an?|our|their|its)\s+[\w’'-]+(?:\s+[\w’'-]+)?)\s+"
    r"(?P<verb>(?!(?:is|was|has|does)\b)[\w-]+[^\Ws]s)$",
    re.IGNORECASE,
)
# "A final one", "the last one": of what the question before spoke of; "the other one" may be a document.
_ELIDED = re.compile(r"(?:an?\s+[a-z-]+|the\s+(?:first|third|last|final|next|initial))\s+one", re.IGNORECASE)
_OF_SORT = re.compile(r"(?:the|an?)\s+(?:[\w’'-]+\s+){1,2}(?P<thing>[a-z’'-]+(?<!s))", re.IGNORECASE)
_WHO_ASKED = re.compile(r"whom?\b", re.IGNORECASE)
# "Somebody from outside the village", "people under 18".
_SOMEBODY = re.compile(
    r"(?:some(?:body|one)|any(?:body|one)|people|(?:an?|the)\s(?:person|man|woman|child|couple))(?:\s[\w’'-]+){0,6}",
    re.IGNORECASE,
)
# So many words the name of somebody or something may have.
_ACTOR_WORDS = 3


def replace_part(before: str, rest: str) -> str:
    """A question with some words in the place of those they match, or beside it; empty where nothing matches."""
    if paid := _paid_in(before, rest):
        return paid
    placed = PLACED.match(rest)
    if placed:
        head = placed["rest"].split(maxsplit=1)[0]
        there = None if NAMED_DOCUMENT.search(rest) else _PLACE.search(before)
        if there and _PLACE.fullmatch(placed["rest"]):
            return f"{before[: there.start()]}{placed['rest']}"
        swapped, count = re.subn(
            rf"\b{head}\b\s++(?:(?:the|an?)\s++)?[^,;?]{{1,300}}$", placed["rest"], before, flags=re.IGNORECASE
        )
        return swapped if count else f"{before} {placed['rest']}"
    if _ADDED.match(rest):
        return f"{before} {rest}"
    if _ELIDED.fullmatch(rest):
        return _with_elided(before, rest)
    at = None if NAMED_DOCUMENT.search(rest) else AT_DOCUMENT.search(before)
    asked, tail = (before[: at.start()], at[0]) if at else (before, "")
    ways = (_with_owner, _with_same_head, _with_actor, _with_case, _with_thing, _with_ending, _with_measured)
    again = next(filter(None, (way(asked, rest) for way in ways)), "")
    if not again and _PROPER.fullmatch(rest):
        return f"{before}, as to {rest}"
    return f"{again}{tail}" if again else ""


def ask_otherwise(before: str, asked: str) -> str:
    """A question with other words that ask: "By when must the tenant leave" for "Must the tenant leave"."""
    found = _ASKED_BEFORE.fullmatch(before)
    if found is None or not _ASKS_ALONE.fullmatch(asked):
        return ""
    asked = re.sub(r"\s(?:exactly|precisely)\b", "", asked)
    return f"{asked.rstrip(' ?.')} {found['rest'][:1].lower()}{found['rest'][1:]}"


def _paid_in(before: str, rest: str) -> str:
    """Put what something is paid in in the place of what it was: "How many shares" for "How much cash"."""
    means, measured = _PAID_IN.match(rest), _MEASURED.match(before)
    if means is None or measured is None or not {means["means"].casefold(), measured["thing"].casefold()} <= _MEANS:
        return ""
    amount = "How many" if _MANY.search(rest) else "How much"
    return f"{amount} {means['means']}{before[measured.end('thing') :]}"


def _with_owner(before: str, rest: str) -> str:
    """Put somebody else in the place of whose thing it is: "the landlord's share" for "the tenant's share"."""
    found = _OWNED.search(before) if _OWNER.fullmatch(rest) else None
    return f"{before[: found.start()]}{_OWN.get(rest.casefold(), rest)}{before[found.end() :]}" if found else ""


def _with_same_head(before: str, rest: str) -> str:
    """Put a thing of the same kind in the place of the last one: "Scots law" for "English law"."""
    *modifiers, head = _DETERMINED.sub("", rest, count=1).split() or [""]
    words = before.split()
    if not modifiers or len(words) < _ACTOR_WORDS or words[-1].casefold() != head.casefold():
        return ""
    first = len(words) - 1
    while first and len(words) - 1 - first < len(modifiers) and words[first - 1].casefold() not in _JOINING:
        first -= 1
    if first == len(words) - 1:
        return ""
    first -= _DETERMINED.fullmatch(words[first - 1]) is not None and _DETERMINED.match(rest) is not None
    return " ".join([*words[:first], rest])


def _with_actor(before: str, rest: str) -> str:
    """Put somebody in the place of who acts in the question before: the landlord for the tenant."""
    if not is_actor(rest):
        return ""
    found = next((one for form in (_ACTOR, _LONG_ACTOR) if (one := form.search(before)) and _acts(one["actor"])), None)
    if found is None:
        # "And Sunday?" is nobody: a name alone does not tell that it is one who acts.
        return "" if _PROPER.fullmatch(rest) else _with_subject(before, rest)
    # Whoever asks has not become somebody else by the name of another: "must we give notice, as to Jo Gull".
    if _PROPER.fullmatch(rest) and not _PROPER.fullmatch(found["actor"]):
        return ""
    return f"{_agreeing(before[: found.start('actor')], rest)}{rest}{before[found.end('actor') :]}"


def _agreeing(asking: str, who: str) -> str:
    """What asks before who acts, with "do" or "does" as it goes with them: "does the landlord" for "do we"."""
    single = _DETERMINED.match(who) and not re.search(r"[^\Ws]s$", who)
    return re.sub(r"\bdo(?=\s$)", "does", asking, flags=re.IGNORECASE) if single else asking


def _with_elided(before: str, rest: str) -> str:
    """Put "a final warning" for "a final one" in the place of the warning asked about."""
    which = rest.rsplit(maxsplit=1)[0]
    action, ending = read_action(before), _ENDING.search(before)
    for words in (" ".join(action.subject) if action else "", ending[0] if ending else ""):
        found = _OF_SORT.fullmatch(words)
        stated = VERBAL.search(words) and not words.endswith("ing")
        if found is None or is_actor(words) or NAMED_DOCUMENT.search(words) or stated:
            continue
        if which[:1].casefold() == words[:1].casefold():
            return before.replace(words, f"{which} {found['thing']}", 1)
    return ""


def _with_case(before: str, rest: str) -> str:
    """Put somebody or something else in the place of whom a case is about: "if the landlord loses"."""
    found = _CASE_SUBJECT.fullmatch(before)
    if found is None or not _DETERMINED.match(rest):
        return ""
    return f"{found['before']}{rest} {found['verb']}" if is_actor(rest) == is_actor(found["thing"]) else ""


def _with_subject(before: str, rest: str) -> str:
    """Put somebody in the place of whoever does what the question before asks about: "a vet" for "our nurse"."""
    action = read_action(before)
    words = [word for word in action.subject if word.casefold() != "not"] if action else []
    subject = " ".join(words)
    # The agent is not handed back as the keys are.
    passive = action is not None and action.verb == "be" and not is_actor(subject)
    if not _DETERMINED.match(subject) or len(words) > _ACTOR_WORDS or passive:
        return ""
    return before.replace(f" {subject} ", f" {rest} ", 1)


def _acts(actor: str) -> bool:
    # "A member of staff" is a member.
    return actor in {"we", "you", "I"} or is_actor(actor.partition(" of ")[0])


def is_actor(words: str) -> bool:
    """Tell whether words are somebody who can act: a role, or a name."""
    if _SOMEBODY.fullmatch(words):
        return True
    own = _DETERMINED.sub("", words, count=1).split()
    if len(own) > _ACTOR_WORDS or not own:
        return False
    role = own[-1].casefold().removesuffix("s") in _OTHER_ACTORS or bool(
        find_agents(f"The {own[-1].casefold()} shall pay")
    )
    return role or _PROPER.fullmatch(words) is not None


def _with_thing(before: str, rest: str) -> str:
    """Put a thing in the place of the one that ends, runs or is due."""
    if (deemed := _DEEMED.fullmatch(" ".join(before.split()))) and _DETERMINED.match(rest) and not is_actor(rest):
        return f"{deemed['asking']} {rest} {deemed['state']}"
    found = _ABOUT_THING.search(before)
    if found is None or not _DETERMINED.match(rest) or is_actor(rest) or is_actor(found["thing"]):
        return ""
    be = re.search(r"\bbe\s", found["last"])
    if (found["being"] or be) and not VERBAL.match(found["last"].split()[-1]):
        return ""
    # "The company record calls": where the verb is known, what follows it is not the last word.
    action = read_action(before)
    if action and not be and " ".join(action.subject).casefold() != found["thing"].casefold():
        return ""
    return f"{before[: found.start('thing')]}{rest} {found['last']}{found['where'] or ''}"


def _with_ending(before: str, rest: str) -> str:
    """A thing takes the place of what the question ends with where both have the same form."""
    ending, opens = _ENDING.search(before), _DETERMINED.match(rest)
    alike = ending and opens and ending[0].split()[0].casefold() == opens[0].strip().casefold()
    if ending is None or not alike or bool(NAMED_DOCUMENT.search(ending[0])) != bool(NAMED_DOCUMENT.search(rest)):
        return ""
    # Whoever is asked about is not what is done to: "who insures the windows" – "and the landlord?".
    if _WHO_ASKED.match(before) and is_actor(rest) and not is_actor(ending[0]):
        return ""
    # "The hall need insurance" is no thing, and "the ferry lease signed" none either.
    _, _, *more = ending[0].split()
    if any(map(is_verb, more)) or (more and VERBAL.search(more[-1])):
        return ""
    return f"{before[: ending.start()]}{rest}"


def _with_measured(before: str, rest: str) -> str:
    """Put a thing in the place of what is measured: the sick pay for the holiday that Maya gets."""
    found = _MEASURED.match(before)
    if found is None or _DETERMINED.match(rest) or _PROPER.fullmatch(rest) or len(rest.split()) > _ACTOR_WORDS:
        return ""
    return f"{before[: found.start('thing')]}{rest}{before[found.end('thing') :]}"
