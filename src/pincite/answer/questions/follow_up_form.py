"""The form of a follow-up: whether it leans on what was said, and on what it turns to."""

from __future__ import annotations

import re

from pincite.answer.questions.replaced_part import NAMED_DOCUMENT, PLACED, is_actor
from pincite.answer.questions.told import read_told, without_correction

# Words that point back at what was said.
POINTS_BACK = re.compile(
    r"\b(?:it|its|they|them|their|he|him|she|his|her|that|those|these|this|there|then|same|former|latter|one|either|"
    r"mine|ours|yours|hers|theirs|in\s+the\s+meantime|meanwhile|instead|otherwise|afterwards|as\s+well|anyway|(?:say|said|do|does|did|done)\s+so)\b",
    re.IGNORECASE,
)
WHAT_ABOUT = re.compile(r"^\s*+(?:what|how)\s++about\s++(?P<rest>.*[^?.\s])[?.\s]*+$", re.IGNORECASE | re.DOTALL)
# "When they can't agree" is a condition, and "when can they agree?" is none.
CONDITION = re.compile(
    r"^\s*+(?:what\s++(?:happens\s++)?)?(?P<rest>(?:(?:even\s++)?(?:if|unless)|in\s++case|"
    r"(?:when|where|once)(?=\s+(?:I|we|you|they|he|she|it|the|an?|my|our|his|her|their|its|both|neither|someone|somebody|"
    r"nobody|no\s+one)\s))\s++.*[^?.\s])[?.\s]*+$",
    re.IGNORECASE | re.DOTALL,
)
_GOES_ON = re.compile(
    r"^\s*+(?:(?:and|but|so|or|also|then|ok(?:ay)?|right|well|thanks|thank\s++you|great|cool|got\s++it|hm+)\b[\s,.!]*+){1,4}",
    re.IGNORECASE,
)
# "Same for the lease?", "Is it the same with Gull?"
_THE_SAME = re.compile(
    r"^\s*+(?:(?:is|does|would|will|do)\s++(?:it|that|this|they)\s++|(?:it|that)[’']?s\s++)?(?:be\s++)?(?:the\s++)?same\s++"
    r"(?:(?!(?:go|goes|apply|applies|hold|holds|true|for|with|under|of|about|in|at|to|on)\b)[a-z]{3,20}\s++)?(?:(?:go|goes|apply|applies|hold|holds|true)\s++)?"
    r"(?P<placed>(?:for|with|under|of|about|(?P<place>in|at|to|on))\s++(?P<rest>[^?]{2,120}?))[\s?.!]*+$",
    re.IGNORECASE,
)
# "And the expert reports, is it the same deadline for those?"
_SAME_FOR_IT = re.compile(
    r"^\s*+(?P<rest>[^,?–—]{2,80}?)\s{0,3}[,–—-]\s++(?:(?:is|are|does|do|would|will)\s++(?:it|that|this|they|the)\s++|(?:it|that)[’']?s\s++)?"
    r"(?:the\s++)?same(?:\s++[a-z]{2,20}){0,3}(?:\s++for\s++(?:it|that|those|them|these))?(?:\s++(?:too|as\s+well|also))?[\s?.!]*+$",
    re.IGNORECASE,
)
# "And the other way round, if it's the buyer who walks?"
_OTHER_WAY = re.compile(
    r"^\s*+(?:(?:what|how)\s++about\s++)?(?:the\s++)?other\s++way\s++a?round\b[\s,;:–—-]*+(?P<rest>[^?]{0,300}?)[\s?.!]*+$",
    re.IGNORECASE,
)
# "What about where the claim was struck out?" is a condition.
_ABOUT_CASE = re.compile(
    r"^\s*+(?:what|how)\s++about\s++(?:(?:in\s++)?(?:an?|the|any)?\s*+(?:cases?|situations?)\s++)?(?P<rest>(?:where|when|if|unless)\s++[^,?]{5,300}[?.\s]*+)$",
    re.IGNORECASE,
)
# "Does that go for the lease too?", "does the same apply to us?", "is that true of Gull?"
_GOES_FOR = re.compile(
    r"^\s*+(?:does|do|would|will|is|are|can|could)\s++(?:that|this|it|the\s+same(?:\s+(?:thing|rule))?)\s++(?:also\s+)?"
    r"(?:go|apply|hold|count|work|true|so|the\s+case)\s++(?:for|to|of|with|in|under)\s++(?P<rest>[^?]{2,120}?)[\s?.!]*+$",
    re.IGNORECASE,
)
# "Does the Gull one say the same?", "is the lease the same?"
_SAYS_SAME = re.compile(
    r"^\s*+(?:does|do|would|will|is|are)\s++(?P<rest>[^?]{2,80}?)\s++(?:(?:say|says|provide|have|work)\s++)?(?:exactly\s+)?"
    r"the\s+same(?:\s+thing)?(?:\s+(?:too|again|there))?[\s?.!]*+$",
    re.IGNORECASE,
)
# "Does the agent have one too?", "do the carers charge that as well?"
_HAS_TOO = re.compile(
    r"^\s*+(?:does|do|has|have|did|will|would|can|must)\s++"
    r"(?P<rest>(?:(?!(?:has|have|had|to|not|if)\b)[^\s?]{1,30}\s){0,5}(?!(?:has|have|had|to|not|if)\b)[^\s?]{2,30})\s++"
    r"(?:have|has|had|got|charge|do|ask\s+for|want|need|say|give|offer|allow|pay|get|let\s+us)\s++(?:to\s+)?"
    r"(?:one|ones|that|it|them|any|so|do\s+that)(?:\s++(?:too|as\s+well|also|either))\W*$",
    re.IGNORECASE,
)
_TOO = re.compile(r"(?<!\s)\s+(?:too|as\s+well|also|either)$", re.IGNORECASE)
# "The same for us with Gull?" is asked of what Gull has.
_FOR_US_WITH = re.compile(r"^(?:us|me|you|them)\s+(?=(?:with|under|at)\s)", re.IGNORECASE)
# One word for several: "partners", and not "always" or "sundays".
_SEVERAL = (
    r"(?!(?:perhaps|besides|thus|yes|is|was|has|does|as|less|unless|nights|evenings|mornings|weekends|thanks|"
    r"[a-z]{0,12}(?:ways|times|wards|days|ss))$)[a-z]{2,30}s$"
)
# "Us partners" are the partners.
_US_WHO = re.compile(rf"^(?:us|we|you)\s+(?={_SEVERAL})", re.IGNORECASE)
# What begins as a name does, and not as "legally" or "to be clear"; "the meantime" names nothing.
_NAME = re.compile(
    r"(?!(?i:(?:the|an?|that|this|these|those|any|each|every|another)\s(?:case|cases|circumstances|situation|event|"
    r"way|time|respect|regard|meantime|end|moment|record|avoidance\sof\sdoubt|least|latest|earliest|same\stime|"
    r"other\shand|first\splace|long\srun|worst\scase|nutshell|whole))$)"
    r"(?:(?i:the|our|my|their|his|her|your|its|this|that|these|those|an?|any|each|every|another|next)\s|[A-Z])"
)
# Who or what "the same" may go for: somebody, or a document, and not "the deposit" or "weekends".
_WHOM = re.compile(r"(?:us|me|them|him|her|the\s+other\s+\w+)\b", re.IGNORECASE)
_ANY = re.compile(r"any\s+(?P<noun>[a-z]+)\b", re.IGNORECASE)
_ASKED_OF = re.compile(
    r"^\s*+(?:what|how)\s++about\s++(?!(?:at|in|on|by|under|per)\s)(?P<name>[^,?]{2,80}?)\s{0,3}[,–—-]\s++(?P<ask>\w[^?]{5,300}\?)\s*+$",
    re.IGNORECASE,
)
# "And under the lease, if we pay late?", "And the lease? Who repairs the roof there?": a name, and what follows it.
_TURNS_TO = re.compile(
    r"^\s*+(?P<about>(?:what|how)\s++about\s++)?(?:(?:with|under|for|by|as\s++to|per|(?P<place>in|at|on))\s++)?(?P<name>[^,;?–—]{2,80}?)"
    r"(?:\s?[,;?–—]\s{1,3}|\s-{1,2}\s|\s(?=(?:if|unless|when|once)\s))(?P<rest>\w.{4,400})$",
    re.IGNORECASE | re.DOTALL,
)
# "At the office, who pays it?": the office is not what is paid.
_AT_PLACE = re.compile(r"\s*+(?:(?:what|how)\s++about\s++)?(?:in|at|on)\s", re.IGNORECASE)
# "As much as a solicitor?": a part of a question, whatever it begins with.
_PART = re.compile(r"(?:as|even|only|not|up\s+to|except|until|by|all|any|both|within)\b", re.IGNORECASE)
# "How much for the deposit?": a question without its verb.
_VERBLESS = re.compile(
    r"(?:how\s+(?:much|many|long|often|soon|far)|what|who|where|when|which)\s+"
    r"(?:for|to|from|in|on|at|by|with|under|of|if|after|before|during)\b",
    re.IGNORECASE,
)
_AUXILIARY = (
    r"(?:is|are|was|were|do|does|did|can|could|may|might|must|shall|should|will|would)(?:n[’']t)?|can[’']t|won[’']t"
)
# A verb before its subject, or a word that asks: the follow-up is a question of its own.
_INVERTED = re.compile(
    rf"\b(?:{_AUXILIARY})\s+"
    r"(?:i|we|you|they|he|she|it|there|that|this|the|an?|our|their|its|any|either|both|each|anyone)\b"
    r"|\b(?:has|have|had)(?:n[’']t)?\s+(?:i|we|you|they|he|she|it|there)\b",
    re.IGNORECASE,
)
ASKS = re.compile(r"\b(?:who|whom|whose|what|when|why|how|which)\b", re.IGNORECASE)
_OPENS = re.compile(rf"(?:where|has|have|{_AUXILIARY})\b", re.IGNORECASE)
PRONOUN = re.compile(r"us|me|you|them|him|her|it|ours|mine|yours|theirs|hers", re.IGNORECASE)
_FEW_WORDS = 4
# What stands for the thing just named: "What about the keys, when do we hand those over?"
_STANDS_FOR = re.compile(
    r"\b(?:(?<!['’])(?:she|he|they|it|them)|(?:(?<=can\s)|(?<=could\s)|(?<=does\s)|(?<=may\s)|(?<=must\s)|(?<=will\s))that"
    r"(?=\s(?:last|end|run|expire|happen|cost|take|continue|stop|work|start|count|be|have|go)\b)|(?:those|these|that)"
    r"(?=\s{0,3}(?:[?.,;]|\Z)|\s(?:after|as|at|back|before|by|for|from|if|in|off|on|out|over|to|too|up|when|with)\b))\b",
    re.IGNORECASE,
)
# "A general one" is no document, unlike "the Gull one".
_ONE_OF_A_KIND = re.compile(r"an?\s.*\bone", re.IGNORECASE)
# The words of a follow-up that does no more than name a document.
_NAME_WORDS = 6


def needs_history(question: str) -> bool:
    """Tell whether a question cannot be understood by itself."""
    few = len(question.split()) <= _FEW_WORDS
    goes_on = _GOES_ON.match(question) or WHAT_ABOUT.match(question) or CONDITION.match(question)
    part = _VERBLESS.match(question) or _PART.match(question) and not is_whole(question)
    if goes_on or part or POINTS_BACK.search(question) or few:
        return True
    said = read_told(question)
    return bool(said.told and not said.ask)


def as_what_about(question: str) -> str:
    """A follow-up that asks whether the same goes for another, in the one form: "What about the lease?"."""
    asked = _GOES_ON.sub("", question)
    if found := _OTHER_WAY.match(asked):
        return f"And {found['rest'] or 'the other side'}?"
    if found := _ABOUT_CASE.match(asked):
        return f"And {found['rest']}"
    if (found := _SAME_FOR_IT.match(asked)) and not is_whole(found["rest"]) and not CONDITION.match(found["rest"]):
        return f"What about {found['rest']}?"
    if found := _THE_SAME.match(asked):
        # "The same at night?" asks when; "the same in the lease?" names the lease.
        bare = not found["place"] or _WHOM.match(found["rest"]) or NAMED_DOCUMENT.search(_TOO.sub("", found["rest"]))
        rest = found["rest"] if bare or is_actor(found["rest"]) and found["place"] == "to" else found["placed"]
        return f"What about {_FOR_US_WITH.sub('', _TOO.sub('', rest))}?"
    if found := _HAS_TOO.match(asked):
        return f"What about {found['rest']}?"
    found = _GOES_FOR.match(asked) or _SAYS_SAME.match(asked)
    rest = _FOR_US_WITH.sub("", _TOO.sub("", found["rest"])) if found else ""
    if rest and (_WHOM.match(rest) or NAMED_DOCUMENT.search(rest) or is_actor(re.sub(r"^with\s+", "", rest))):
        return f"What about {rest}?"
    about = WHAT_ABOUT.match(without_start(question))
    rest = about["rest"] if about else without_start(question).rstrip(" ?.!")
    return f"What about the {_US_WHO.sub('', rest)}?" if _US_WHO.match(rest) else question


def without_start(question: str) -> str:
    """A follow-up without the "and" or "but" that it begins with; "any way out?" asks whether there is one."""
    asked = _GOES_ON.sub("", question).strip() or question
    found = _ANY.match(asked)
    if found is None:
        return asked
    return f"{'Are' if found['noun'].endswith('s') else 'Is'} there {asked[:1].lower()}{asked[1:]}"


def is_whole(words: str) -> bool:
    """Tell whether words ask by themselves, and are not just a part to put in place of another."""
    return bool(_OPENS.match(words) or _INVERTED.search(words) or ASKS.search(words))


def asks_of_another(question: str) -> str | None:
    """What a follow-up such as "What about the other lease?" names in the place of the document before."""
    about = WHAT_ABOUT.match(_GOES_ON.sub("", question)) or PLACED.match(_GOES_ON.sub("", question))
    if about is None:
        # "Sorry, I meant the Gull lease": another document than was spoken of.
        meant = (without_correction(question) or "").rstrip(" ?.!")
        names = meant[:1].isupper() or NAMED_DOCUMENT.search(meant)
        return meant if names and not is_whole(meant) else None
    return re.sub(r"^(?:for|in|under|with|on)\s+", "", about["rest"], flags=re.IGNORECASE)


def names_only(question: str) -> str | None:
    """What a follow-up such as "And the lease?" names, if it does nothing else."""
    rest = without_start(question).rstrip(" ?.!")
    short = len(rest.split()) <= _NAME_WORDS and _GOES_ON.match(question)
    return rest if short and not is_whole(rest) and not CONDITION.match(rest) else None


def asks_of_named(question: str) -> tuple[str, str] | None:
    """Who or what a follow-up turns to, and what it asks: "What about Jo Gull, can she end hers early?"."""
    found = _ASKED_OF.match(without_start(question))
    turned = (found["name"].strip(), found["ask"].strip()) if found else _GOES_ON.match(question) and turns_to(question)
    if not turned or not is_whole(turned[1]) or CONDITION.match(turned[1]):
        return None
    name, ask = turned
    if PRONOUN.fullmatch(name):
        return None
    document = NAMED_DOCUMENT.search(name) and not _ONE_OF_A_KIND.fullmatch(name)
    if not document and not _AT_PLACE.match(without_start(question)):
        ask = _STANDS_FOR.sub(name, ask, count=1)
    return name, re.sub(r"\b(?:hers|theirs|its\s+own)\b", "it", ask, flags=re.IGNORECASE)


def turns_to(question: str) -> tuple[str, str] | None:
    """What may be the name of another document, and what follows it: "And under the lease, if we pay late?"."""
    found = _TURNS_TO.match(without_start(question))
    if found is None:
        return None
    name, rest = found["name"].strip(), without_start(found["rest"].strip())
    if not (found["about"] or _names(name) or re.match(_SEVERAL, name) and not found["place"]):
        return None
    return None if is_whole(name) or CONDITION.match(f"{name} x") or read_told(name).told else (name, rest)


def _names(words: str) -> bool:
    """Tell whether words may be the name of somebody or something."""
    return bool(_NAME.match(words) or NAMED_DOCUMENT.search(words))
