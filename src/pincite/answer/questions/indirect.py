"""What a question is about, as words that can follow "on": "the rent", "whether the tenant can sublet"."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ABOUT = re.compile(r"\bsays?\s+(?:about|on)\s+(?P<topic>\S.+)$", re.IGNORECASE)
_THERE = re.compile(r"^(?:is|are)\s+there\s+(?P<topic>\S.+)$", re.IGNORECASE)
_THING = re.compile(
    r"^(?:what|how\s+much)\s+(?:is|are|was|were)\s+(?P<topic>(?:the|an?|our|their|its|his|her|my)\s.+)$", re.IGNORECASE
)
_WH = (
    r"(?P<wh>(?:(?:by|on|to|for|at|from|with|over|in|under)\s+)?(?:how|what|when|where|why|who|whom|which)"
    r"(?:\s+(?!(?:is|are|was|were|can|could|may|might|must|shall|should|will|would|do|does|did|if|unless|happens)\b)[\w’'-]+){0,4}\s+)?"
)
_STATES = (
    r"(?:\w{3,}(?:ed|able|ible)|due|paid|made|given|held|sent|kept|bound|valid|free|allowed|subject|responsible|"
    r"confidential|exclusive|mutual|void|liable|needed|open|possible|necessary)"
)
_STATE = re.compile(rf"\b{_STATES}\b", re.IGNORECASE)
_BE = re.compile(
    rf"^{_WH}(?P<be>is|are|was|were)\s+(?P<subject>(?:(?:the|an?|our|their|its|his|her|my|any)\s+)?[\w’'/.&-]+"
    # What begins a side clause ends a subject: "what is it for if the court has sent …".
    rf"(?:\s+(?!(?:after|because|before|for|had|has|have|if|once|that|unless|when|where|which|while|who)\b)[\w’'/.&-]+){{0,6}}?)"
    rf"\s+(?P<rest>(?:not\s+)?{_STATES}\b.*)$",
    re.IGNORECASE,
)
_AUX = re.compile(
    rf"^{_WH}(?P<aux>can|could|may|might|must|shall|should|will|would|do|does)\s+(?P<rest>\S.*)$", re.IGNORECASE
)
_PREPOSITION = re.compile(r"(?:by|on|to|for|at|from|with|over|in|under)\b", re.IGNORECASE)
_ARTICLE = re.compile(r"the|an?|our|their|its|his|her|my|any|each|either|this|that", re.IGNORECASE)
_PRONOUN = re.compile(r"(?:I|we|you|they|he|she|it|anyone|someone|everyone|nobody|both|either)\Z", re.IGNORECASE)
# What one does, in words that seldom stand within the name of who does it.
_VERBS = frozenset(
    """
    accept add agree allow amend answer appeal apply appoint approve arrive ask assign avoid bar be bear become begin
    breach bring buy cancel carry change charge claim close collect come commence comply contain continue cost
    cover deal decide deduct deliver disclose dispute do draw end enter exceed exercise exist expire extend
    fall file follow forfeit get give go grant happen have hear hold include increase indemnify inform inspect
    insure keep know last leave let limit lose make mean meet need notify object obtain occur owe own pass pay
    permit prevent process protect prove provide raise receive record recover refund refuse reimburse reject
    release rely remain remove renew repair replace reply request require resign retain return revoke run say
    sell send serve settle share sign start stay stop store sublet sue suspend take tell terminate transfer
    treat use vary visit waive want withdraw withhold work write
    """.split()  # noqa: SIM905 - a list to be read
)
# Some of them are things as well: "the service charge" includes something, and "the charge" does not charge it.
_THINGS_TOO = frozenset(
    """
    appeal change charge claim cost cover deal draw end fall file limit need object pass process record refund release
    request return run share start stay stop store transfer treat use visit work
    """.split()  # noqa: SIM905 - a list to be read
)
_IN_CASE = re.compile(
    r"^(?P<case>(?:if|when|once|after|before|unless)\s[^,?]{5,200}?)(?:,\s+(?:then\s+)?(?P<ask>(?:who|what|when|where|why|how|which|is|are|"
    r"can|could|may|must|shall|should|will|would|do|does)\b\S*\s.+)"
    r"|\s(?P<bare>(?:can|could|may|must|shall|should|will|would|do|does)\s(?:i|we|you|they|he|she|the)\s.+))$",
    re.IGNORECASE,
)
_SUBJECT_ASKED = re.compile(r"^(?:who|what|which|whose|how\s+many)\b", re.IGNORECASE)
_INVERTED = re.compile(
    r"\b(?:is|are|was|were|do|does|did|can|could|may|might|must|shall|should|will|would)\s+(?:i|we|you|they|he|she|it|there|"
    r"the|an?|our|their|its|any|[A-Z])",
)
_LEADING = re.compile(
    r"^(?:(?:whether|how|who|whom|whose|what|when|where|which|why|much|many|long|often|quickly|soon|far|on|by|to|at|for|is|are|was|were|"
    r"do|does|did|can|could|may|must|shall|should|will|would|has|have|had|i|we|you|they|it|there|any|the\s+answer|"
    r"want\s+to|need\s+to|like\s+to|happens)\s+)+",
    re.IGNORECASE,
)

_INDIRECT = re.compile(
    r"^(?P<asking>(?:how(?: (?:much|many))? \w+|how|when|where|what|why)) (?P<who>we|i|you|they) "
    r"(?:(?P<modal>can|could|may|must|should|will|would) )?(?P<rest>.+)$",
    re.IGNORECASE,
)
# "What the tenant must insure", "when the rent is due": a noun stands before its verb.
_OF_NOUN = re.compile(
    r"^(?P<asking>(?:how(?: (?:much|many))? \w+|how|when|where|what|why)) "
    r"(?P<who>(?:the|our|my|their|its) \w+(?: \w+)?) "
    r"(?P<modal>can|could|may|must|should|will|would|shall|is|are) (?P<rest>[^,;]+)$",
    re.IGNORECASE,
)


def as_direct(words: str) -> str:
    """Turn "how long we have to pay" into "how long do we have to pay"; other words are left alone."""
    found = _INDIRECT.match(words) or _OF_NOUN.match(words)
    return f"{found['asking']} {found['modal'] or 'do'} {found['who']} {found['rest']}" if found else words


# "How long have we got to pay?", "what's the rent?": other words for "do we have to" and "what is".
_HAVE_GOT = re.compile(
    r"\b(?P<have>have|has)\s(?P<who>(?:(?:the|an?|our|my|your|their|his|her|its)\s)?[\w’'&-]+(?:\s(?!got\b)[\w’'&-]+){0,4}?)"
    r"\sgot\s(?=to\s)",
    re.IGNORECASE,
)
_WHAT_IS = re.compile(
    r"^(?P<what>what|when|where|who|how)[’']s(?=\s(?:the|an?|our|their|its|his|her|my|your)\s)", re.IGNORECASE
)


def in_plain_form(question: str) -> str:
    """A question with "do we have to" for "have we got to", and "what is" for "what's"."""
    words = _WHAT_IS.sub(r"\g<what> is", " ".join(question.split()))
    return _HAVE_GOT.sub(
        lambda found: f"{'do' if found['have'].casefold() == 'have' else 'does'} {found['who']} have ", words
    )


def as_topic(question: str) -> str:
    """What a question is about; the question itself, in quotation marks, where its grammar is not plain."""
    words = _first(question)
    if case := _IN_CASE.match(words):
        # "If we win, who pays?" is about who pays if we win.
        topic = as_topic(case["ask"] or case["bare"])
        return (
            f"“{words}{'?' if f'{words}?' in question else ''}”"
            if topic[0] == "“"
            else f"{topic} {_asking(case['case'])}"
        )
    for pattern in (_ABOUT, _THERE):
        if found := pattern.search(words):
            return found["topic"]
    thing = _THING.match(words)
    if thing and not _STATE.search(thing["topic"]):
        return thing["topic"]
    return _stated(words) or _done(words) or _asked(words) or f"“{words}{'?' if f'{words}?' in question else ''}”"


def searched_topic(topic: str) -> str:
    """The words of a topic that a search needs: without those that ask."""
    words = topic.strip("“” ?.!")
    return _LEADING.sub("", words)


def _first(question: str) -> str:
    """The first sentence, if it says enough: "I want to drop my case. How do I do it?"."""
    words = in_plain_form(question).rstrip(" ?.!,")
    first = words.split(". ")[0]
    return first if len(first.split()) > 3 else words  # noqa: PLR2004 - a sentence of three words says little


def _stated(words: str) -> str:
    """Turn "How is a dispute settled" into "how a dispute is settled"."""
    found = _BE.match(words)
    if found is None or _PREPOSITION.match(words) or _ARTICLE.fullmatch(found["subject"]):
        return ""
    return f"{_asking(found['wh'])} {found['subject']} {found['be'].lower()} {found['rest']}"


@dataclass(frozen=True, slots=True)
class Action:
    """What somebody does, as a question asks for it: "When | must | the tenant | paint | the flat"."""

    asking: str
    auxiliary: str
    subject: tuple[str, ...]
    verb: str
    rest: tuple[str, ...]


def read_action(question: str) -> Action | None:
    """Who does what, where a question asks for that in plain words."""
    words = question.strip().rstrip(" ?.!,")
    found = _AUX.match(words)
    if found is None or _PREPOSITION.match(words):
        return None
    parts = found["rest"].split()
    at = _verb_at(parts)
    return (
        Action(found["wh"] or "", found["aux"].lower(), (*parts[:at],), parts[at], (*parts[at + 1 :],)) if at else None
    )


def _done(words: str) -> str:
    """Turn "Can the tenant sublet" into "whether the tenant can sublet"."""
    action = read_action(words)
    if action is None:
        return ""
    aux, verb = action.auxiliary, action.verb
    said = [verb] if aux == "do" else [third_person(verb)] if aux == "does" else [aux, verb]
    return " ".join([_asking(action.asking), *action.subject, *said, *action.rest])


def _verb_at(parts: list[str]) -> int:
    """Where the verb stands after its subject; 0 where that is not plain."""
    if len(parts) < 2:  # noqa: PLR2004 - a subject and a verb
        return 0
    if _PRONOUN.match(parts[0]):
        return 1
    named = 0
    while named < len(parts) and parts[named][:1].isupper():
        named += 1
    if (
        named
        and named < len(parts)
        and not parts[named - 1].endswith(("'s", "’s", "'", "’"))
        and parts[named].islower()
    ):
        follows = parts[named].casefold()
        # "Must Gull timber arrive" is about Gull's timber: a verb follows what is none.
        doubtful = follows not in _VERBS and _is_only_verb(parts[named + 1 : named + 2])
        known = named == 1 and not follows.endswith("s") and follows not in {"and", "or", "of"}
        if (follows in _VERBS or known) and not doubtful:
            return named
    # "Should an application to extend the lease be made": what follows "to" belongs to the subject.
    places = (at for at, word in enumerate(parts) if at > _least(parts) and word.casefold() in _VERBS)
    return next((at for at in places if parts[at - 1].casefold() != "to" and not _is_thing_at(parts, at)), 0)


def _is_thing_at(parts: list[str], at: int) -> bool:
    """Tell whether a word that may be a verb is a thing, with the verb behind it: "the service charge include"."""
    return parts[at].casefold() in _THINGS_TOO and _is_only_verb(parts[at + 1 : at + 2])


def _is_only_verb(words: list[str]) -> bool:
    return bool(words) and words[0].casefold() in _VERBS - _THINGS_TOO


def _least(parts: list[str]) -> int:
    """The last word that cannot be the verb: an article needs a noun."""
    return 1 if _ARTICLE.fullmatch(parts[0]) else 0


def is_verb(word: str) -> bool:
    """Tell whether a word is one that says what is done, as it stands after "can"."""
    return word.casefold() in _VERBS


def third_person(verb: str) -> str:
    """A verb as it goes with "she": "carries" for "carry"."""
    known = {"have": "has", "do": "does", "be": "is", "go": "goes"}
    if verb in known:
        return known[verb]
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if re.search(r"(?:s|x|z|ch|sh)$", verb) else f"{verb}s"


def _asked(words: str) -> str:
    """Keep "Who repairs the roof" as it is: the word that asks is its subject."""
    whole = _SUBJECT_ASKED.match(words) and not _INVERTED.search(words)
    return f"{words[:1].lower()}{words[1:]}" if whole else ""


def _asking(wh: str | None) -> str:
    return f"{wh[:1].lower()}{wh[1:]}".strip() if wh else "whether"


def is_thing(topic: str) -> bool:
    """Tell whether a topic is a thing, such as "the rent", and no question."""
    return not re.match(r"(?:whether|how|what|when|where|why|who|whom|which|whose)\b|“", topic, re.IGNORECASE)
