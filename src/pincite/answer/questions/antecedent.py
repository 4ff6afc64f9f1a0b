"""What the words of a follow-up that point back stand for, as the form of the question before tells."""

from __future__ import annotations

import re

from pincite.answer.questions.indirect import in_plain_form, is_verb, read_action, third_person
from pincite.legal.roles import find_agents

# "I have lost my key. Who pays?": what is so stands before what is asked.
_SENTENCE = re.compile(r"(?<=[a-z0-9]{2}[.!])\s(?=[A-Z])")
# "When is it due? What if we are late?": two questions in one breath.
_QUESTION = re.compile(r"(?<=[\w)][?])\s++(?=\w)")
_NAMED = re.compile(r"\b[A-Z][a-z]+\s[A-Z][a-z]+\b")
# "The Lettings Act" is nobody.
_DOCUMENT = re.compile(r"\b(?:Act|Agreement|Code|Contract|Direction|Guide|Lease|Order|Policy|Regulations|Rules|Terms)$")
_ROLED = re.compile(r"\b(?:the|an?|our|my)\s+(?P<who>[a-z][\w-]*(?:\s+[a-z][\w-]*)?)", re.IGNORECASE)
_HE = re.compile(r"\b(?:he|she)\b(?![’'])", re.IGNORECASE)
_HIM = re.compile(r"\b(?:him|her(?=\s*(?:[?.,;]|$)))", re.IGNORECASE)
_HE_DOES = re.compile(r"\b(?:he|she)[’']s\b", re.IGNORECASE)
_OURS = re.compile(r"\b(?:us|me|we|I|our|my)\b")
_NAMED_ONE = re.compile(r"[A-Z][\w’&-]+(?:\s(?:&\s)?[A-Z][\w’&-]+){0,3}")
_THEY_DO = re.compile(r"\b(?P<aux>can|could|may|must|should|shall|will|would)\s+they\b", re.IGNORECASE)
_CASE = re.compile(
    r"\b(?:when|if|where|once)\s+(?P<who>(?:the|an?|our|my)\s+[\w-]+(?:\s[\w-]+)?)\s+(?:is|are|was|were)\s+"
    r"(?P<rest>(?:\w{3,}ed|made|held|given|told|sent|found|taken)\s[^?,;]{3,120})",
    re.IGNORECASE,
)
_DOES_IT = re.compile(
    r"\b(?P<do>does|do)\s+(?:it|that|this|so)\b"
    r"(?=\s*(?:[?.,;]|$|(?:anyway|regardless|too|again|as\s+well|all\s+the\s+same|himself|herself|themselves|late|early|twice|without|"
    r"before|after|if|when|unless|by|in|on)\b))",
    re.IGNORECASE,
)
# Whatever follows, "do it" is an act; "does it" may ask of a thing.
_DO_IT = re.compile(r"\bdo\s+it\b", re.IGNORECASE)
# "What's the closing date for the sale?" – "Does it get pushed back?"
_THING_ASKED = re.compile(
    r"\W{0,3}what(?:[’']s|\s(?:is|are|was|were))\s(?P<thing>(?:the|our|my|their|its)\s[\w’'-]+(?:\s[\w’'-]+){0,3}?)"
    r"(?=\s(?:for|of|in|under|on|if|when)\b|[\s?.]*$)",
    re.IGNORECASE,
)
_ASKS_IT = re.compile(
    r"\b(?P<aux>does|is|can|could|will|would|may|must|should|has|did|was)\s(?:it|that)\b(?=\s(?!one\b)\w)",
    re.IGNORECASE,
)
# "Do we have to report it?": the act is to report it.
_TO_ACT = re.compile(
    r"(?:have|need|want|like|get|be\s(?:able|allowed|entitled|obliged|required|supposed))\sto\s(?P<act>\S.*)",
    re.IGNORECASE,
)
# "Who has to insure it?": who acts is what is asked.
_WHO_ACTS = re.compile(
    r"who\s(?:(?:can|could|may|must|shall|should|will|would)|(?:has|have|needs?|is\s(?:able|allowed|entitled|obliged|required))\sto)"
    r"\s(?P<act>[a-z]+\b(?!\s(?:by|to|for|with)\b).*)",
    re.IGNORECASE,
)
# "How much timber must we order?": what the act is done to stands before it.
_OF_WHAT = re.compile(r"(?:how\s(?:much|many)|what|which|whose)\s\S", re.IGNORECASE)
_THE_ONE_WHO = re.compile(r"\b(?:the\s+one|one|those|anyone)(?=\s+who\b)", re.IGNORECASE)
_DETERMINED = re.compile(r"(?:an?|any|the|either|each)\s+(?P<noun>\S.*)", re.IGNORECASE)
_GIVEN = "file|serve|give|make|bring|issue|send|sign|submit|obtain|get|need|provide|forget|want|use|apply for|ask for"
_ONE = re.compile(
    rf"\b(?P<verb>(?:{_GIVEN})(?:s|es|ed)?|sent|gave|made|brought|got|without)\s+one\b(?=\s*(?:[?.,;]|$|(?:at\s+all|by|in|"
    r"on|before|after|if|when|within|too|late|myself|ourselves)\b))",
    re.IGNORECASE,
)
# "When must flood reports be filed?", "Who needs a flood report?": of what kind the "one" is.
_OF_MANY = re.compile(
    r"\b(?:do|does|must|should|shall|can|may|will)\s+(?P<thing>(?:(?:the|an?|our|my)\s+)?[\w-]+(?:\s[\w-]+){0,2}?)\s+"
    r"(?:(?:have|has|need|needs)\s+to\s+)?be\b",
    re.IGNORECASE,
)
_OF_ONE = re.compile(
    rf"\b(?:{_GIVEN}|require)(?:s|es|ed|d)?\s+(?P<thing>an?\s+[\w-]+(?:\s[\w-]+){{0,2}}?)"
    r"(?=\s*(?:[?.,;]|$|(?:in|on|for|if|when|to|from|with|by|before|after)\b))",
    re.IGNORECASE,
)


def read_situation(question: str) -> tuple[str, str]:
    """What a question tells before it asks, and what it asks."""
    *told, asked = _SENTENCE.split(" ".join(question.split()))
    plain = told and not any("?" in sentence for sentence in told)
    return (" ".join(told), asked) if plain else ("", question)


def part_questions(question: str) -> tuple[str, str]:
    """What was asked first, where several questions stand together, and the last of them, with what is told before."""
    *earlier, last = _QUESTION.split(" ".join(question.split()))
    if not earlier:
        return "", question
    situation, first = read_situation(earlier[0])
    return " ".join([first, *earlier[1:]]), f"{situation} {last}" if situation else last


def person_of(question: str) -> str:
    """The only person that a question speaks of, by name or by role."""
    named = {found[0] for found in _NAMED.finditer(question) if not _DOCUMENT.search(found[0])}
    roles = {f"the {who}" for found in _ROLED.finditer(question) if (who := _role(found["who"]))}
    people = named or roles
    return people.pop() if len(people) == 1 else ""


def with_person(asked: str, person: str) -> str:
    """A follow-up with somebody in the place of the first "he", "she" or "him"."""
    for pattern, put in ((_HE_DOES, f"{person} is"), (_HE, person), (_HIM, person)):
        if pattern.search(asked):
            return pattern.sub(put, asked, count=1)
    return asked


def with_other_side(asked: str, before: str) -> str:
    """A follow-up with whoever deals with us in the place of "they": "the landlord" who "has to pay us"."""
    action = read_action(before) if _OURS.search(before) else None
    who = " ".join(action.subject) if action else ""
    if not who or _OURS.search(who) or not (_role(who) or _NAMED_ONE.fullmatch(who)):
        return asked
    return _THEY_DO.sub(lambda found: f"{found['aux']} {who}", asked, count=1)


def with_thing(asked: str, before: str) -> str:
    """A follow-up with the thing that was asked for in the place of "it": "does the closing date get pushed back"."""
    found = _THING_ASKED.match(before)
    return _ASKS_IT.sub(lambda asks: f"{asks['aux']} {found['thing']}", asked, count=1) if found else asked


def case_of(question: str) -> str:
    """The case that a question is for, as a thing: "a debtor ordered to appear" of "if a debtor is ordered to …"."""
    found = _CASE.search(question)
    own = found and _role(found["who"].split(maxsplit=1)[1])
    return f"{found['who']} {found['rest'].rstrip(' .')}" if found and own else ""


def speaks_of_act(asked: str) -> bool:
    """Tell whether the "it" of a follow-up is what is done, and no thing: "who does it?"."""
    return bool(_DOES_IT.search(asked) or _DO_IT.search(asked))


def with_action(asked: str, before: str) -> str:
    """A follow-up with the act that was asked about in the place of "do it", and who acts in that of "the one who"."""
    act, subject = _act_of(before) if speaks_of_act(asked) else ("", "")
    if not act:
        return asked
    verb, _, rest = act.partition(" ")
    verbs = {"do": verb, "does": third_person(verb)}
    put = _DOES_IT.sub(lambda found: f"{verbs[found['do'].casefold()]} {rest}".rstrip(), asked, count=1)
    who = _DETERMINED.fullmatch(subject)
    return _THE_ONE_WHO.sub(f"the {who['noun']}", put, count=1) if who else put


def _act_of(question: str) -> tuple[str, str]:
    """What is done, as it follows "to", and who does it; both empty where the question's form does not tell."""
    words = in_plain_form(question).rstrip(" ?.!,")
    if (found := _WHO_ACTS.fullmatch(words)) and is_verb(found["act"].split(maxsplit=1)[0]):
        return found["act"], ""
    action = read_action(words)
    if action is None or action.verb == "do" or _OF_WHAT.match(action.asking):
        return "", ""
    act = " ".join((action.verb, *action.rest))
    bound = _TO_ACT.fullmatch(act)
    return bound["act"] if bound else act, " ".join(action.subject)


def with_one(asked: str, before: str) -> str:
    """A follow-up with the thing of which it says "one": "forget to file a flood report"."""
    found = _OF_MANY.search(before) or _OF_ONE.search(before)
    one = _single(found["thing"]) if found else ""
    return _ONE.sub(lambda verb: f"{verb['verb']} {one}", asked, count=1) if one else asked


def _role(words: str) -> str:
    """Words as far as the role that they end with; empty where they name none."""
    own = words.casefold().split()
    ends = [at for at, word in enumerate(own) if find_agents(f"The {word} shall pay")]
    return " ".join(own[: ends[-1] + 1]) if ends else ""


def _single(thing: str) -> str:
    """One of some things: "a flood report" for "flood reports"."""
    words = re.sub(r"^(?:the|an?|our|my)\s+", "", thing.casefold())
    last = words.split()[-1]
    if not re.match(r"an?\s", thing, re.IGNORECASE) and not re.search(r"[^s]s$", last):
        return ""
    if words == thing.casefold() or not re.match(r"an?\s", thing, re.IGNORECASE):
        words = f"{words[:-3]}y" if words.endswith("ies") else words.removesuffix("s")
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"
