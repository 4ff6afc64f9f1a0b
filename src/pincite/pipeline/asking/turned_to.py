"""What a follow-up turns to by other words than a document's name: "and the insurers?", "what does the bank say?"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pincite.answer.questions.follow_up_form import PRONOUN, without_start
from pincite.answer.questions.indirect import in_plain_form, read_action
from pincite.answer.questions.replaced_part import NAMED_DOCUMENT, is_actor, replace_part
from pincite.domain.hit import DocumentCard, part_humps
from pincite.files import readable_stem
from pincite.legal.wording import STOPWORDS, stem
from pincite.ports.store import Library

_DEALS = r"(?:deal|agreement|contract|arrangement|lease|licen[cs]e|policy|letter|paperwork)"
# "The deal with next door": another document, whoever is meant.
_DEAL_WITH = re.compile(
    rf"\b(?:the|our|my)\s{_DEALS}\s(?:with|for|from|on)\s(?P<thing>(?:(?:the|an?|our|my)\s)?[\w’'-]+(?:\s[\w’'-]+){{0,2}})",
    re.IGNORECASE,
)
# "What do our own hosts promise us?": who acts, whatever the verb.
_WHO = re.compile(
    r"\b(?:do|does|did|can|could|may|must|should|shall|will|would)\s"
    r"(?P<who>(?:the|our|my)\s(?:own\s)?[\w’'-]+(?:\s(?:people|lot|company|firm|team))?)(?=\s[a-z])",
    re.IGNORECASE,
)
_THING = re.compile(r"(?:(?:the|an?|our|my|any)\s)?[\w’'&-]+(?:\s[\w’'&-]+){0,6}", re.IGNORECASE)
_LEADS = re.compile(r"^(?:(?:in|under|of|for|at|per|to|by|from|with|on|the|our)\s+)+", re.IGNORECASE)
_OWN_NAME = re.compile(r"\b[A-Z]")
# "Under the Gull lease" says where, and not whom.
_UNDER = re.compile(r"\b(?:under|in|per)\s(?:(?:the|our)\s)?$", re.IGNORECASE)
# "What if it's the water bill?"
_IT_IS = re.compile(
    r"^\s*+(?:what\s++)?if\s++it(?:[’']s|\s+is|\s+was|\s+were)\s++(?P<thing>(?:the|an?|our|my)\s[\w’'-]+(?:\s[\w’'-]+){0,2})[\s?.!]*+$",
    re.IGNORECASE,
)
# "By when", "in writing", "the other side's": how or whose, and nothing that another document may be about.
_NO_THING = re.compile(
    r"^(?:by|in|on|at|for|to|from|with|under|after|before|within|during|until|up|as|if|only|even|not)\b|\bother\b|[’']s?$|"
    r"\b(?:who|whom|whose|what|when|where|why|how|which)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+")
_BEFORE_NOUN = frozenset("the a an our your my its their each any every no".split())  # noqa: SIM905
# "Somebody from the village" is no village.
_MODIFIED_BY = re.compile(
    r"\s(?:of|from|in|on|at|with|who|that|outside|inside|under|for|to|by|near|without)\s", re.IGNORECASE
)
_SELF = frozenset({"i", "we", "they", "he", "she"})
# Words for people and papers that tell nothing of which they are.
_LIGHT = STOPWORDS | frozenset(
    """
    agreement bloke chap company contract deal firm folks guy guys lady lot man one ones other others own party people
    person place side somebody someone anybody anyone team thing woman
    """.split()  # noqa: SIM905 - a list to be read
)
# Words for papers, and for those who sign them: they are in too many names to tell one.
_PAPERS = frozenset(
    """
    condition conditions content contractor contractors contracts cover document documents paper papers policies policy
    service services term terms
    """.split()  # noqa: SIM905 - a list to be read
)
# In a store of more documents a word of a name tells too little.
_MOST_DOCUMENTS = 200
# "Plumbers" do plumbing: what is left of a word without the ending of who does it has so many letters.
_AGENT = re.compile(r"(?<=\w{5})[eo]r$")
# A word of so few letters tells nothing by itself.
_SHORT = 2
# So many words may stand before a noun and after its article, with it.
_BETWEEN = 2


def thing_named(words: str) -> str:
    """Words that name somebody or something: "the insurers"; empty for "us" and for what is no name."""
    named = _THING.fullmatch(words) and not _NO_THING.search(words)
    return words if named and not PRONOUN.fullmatch(words.split()[0]) else ""


def thing_supposed(question: str) -> str:
    """What a follow-up supposes instead: "the water bill" of "what if it's the water bill?"."""
    found = _IT_IS.match(without_start(question))
    return found["thing"] if found else ""


def thing_asked_of(question: str) -> str:
    """Whom a whole question is about, or whose deal: "the bank", "the mowing people"; empty where it is not plain."""
    if deal := _DEAL_WITH.search(question):
        return "" if PRONOUN.fullmatch(deal["thing"].split()[0]) else deal["thing"]
    action = read_action(in_plain_form(question))
    subject = " ".join(action.subject) if action else ""
    found = _WHO.search(question)
    thing = subject or (found["who"] if found else "")
    return thing if re.match(r"(?:the|our|my)\s", thing, re.IGNORECASE) else ""


def names_a_deal(question: str) -> bool:
    """Tell whether a question speaks of a document by whom it is with: "the deal with next door"."""
    found = _DEAL_WITH.search(question)
    return found is not None and not PRONOUN.fullmatch(found["thing"].split()[0])


def borne_by(thing: str, documents: Sequence[str], index: Library) -> DocumentCard | None:
    """The only other document whose name or title has words for a thing, if those discussed do not speak of it."""
    head = _MODIFIED_BY.split(thing, maxsplit=1)[0].casefold()
    words = [word for word in _WORD.findall(head) if word not in _LIGHT | _PAPERS and len(word) > _SHORT]
    if not words or not documents or any(speaks_of(thing, index.reading(doc_id).doc.text) for doc_id in documents):
        return None
    if len(index.cards) > _MOST_DOCUMENTS:
        return None
    counted = Counter({card.id: sum(_bears(card, word) for word in words) for card in index.cards})
    best = [doc_id for doc_id, count in counted.items() if 0 < count == max(counted.values())]
    return index.card(best[0]) if len(best) == 1 and best[0] not in documents else None


def _bears(card: DocumentCard, word: str) -> bool:
    """Tell whether a document's name, title or parties have a form of a word: "insurers" and "insurance"."""
    label = " ".join((part_humps(readable_stem(card.path)), card.title or "", *card.parties))
    return any(_root(word) == _root(one) for one in _WORD.findall(label.casefold()))


def _root(word: str) -> str:
    """What the forms of a word have in common: "plumb" of "plumbers" and of "plumbing", "tenant" of "tenancy"."""
    return re.sub(r"anc$", "ant", _AGENT.sub("", stem(word)))


def speaks_of(thing: str, text: str) -> bool:
    """Tell whether a text has a thing's last word as somebody or something of its own: "the insurer", "Tenant"."""
    words = [word for word in _WORD.findall(thing.casefold()) if word not in _LIGHT]
    if not words:
        return False
    forms = _forms(words[-1])
    tokens = _WORD.findall(text)
    return any(
        token[0].isupper()
        or not _BEFORE_NOUN.isdisjoint(word.casefold() for word in tokens[max(0, at - _BETWEEN) : at])
        for at, token in enumerate(tokens)
        if token.casefold() in forms
    )


def uses(thing: str, text: str) -> bool:
    """Tell whether a text has any of the words for a thing."""
    own = {form for word in _WORD.findall(thing.casefold()) if word not in _LIGHT for form in _forms(word)}
    return not own.isdisjoint(_WORD.findall(text.casefold()))


def _forms(word: str) -> set[str]:
    single = word.removesuffix("s")
    return {word, single, f"{single}s", f"{single}es"}


def put_in(thing: str, question: str, nameless: str, *, name: str) -> str:
    """A question asked of something else: in the place of a document's name, or of what it matches; else as it was."""
    if NAMED_DOCUMENT.search(thing) or thing[:1].isupper():
        return nameless
    name = _LEADS.sub("", name)
    if name[:1].isupper() or _OWN_NAME.search(name):
        named, count = re.subn(
            rf"(?<!\w)(?:(?:the|our)\s)?{re.escape(name)}(?:\s{_DEALS})?(?![\w’'])", thing, question, count=1
        )
        if count and not _UNDER.search(question[: question.find(name)]):
            return named
    asked = nameless.rstrip(" ?.!")
    again = replace_part(asked, thing)
    action = None if again or is_actor(thing) else read_action(asked)
    if action and not PRONOUN.fullmatch(action.subject[0]) and action.subject[0].casefold() not in _SELF:
        again = asked.replace(f" {' '.join(action.subject)} ", f" {thing} ", 1)
    return again or nameless
