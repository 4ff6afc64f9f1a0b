"""What a follow-up tells instead of asking, or before it asks: "She's only 16. Does that matter?"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.answer.questions.indirect import is_verb

_SENTENCE = re.compile(r"(?<=\w\w[.!;])\s++(?=\w)")
# "He has left - can we end it?": what is told, and what is asked.
_BREAK = re.compile(
    r"\s[-–—]{1,2}\s(?=(?:and\s|so\s)?(?:who|what|when|where|why|how|which|is|are|can|could|may|must|will|would|should|do|"
    r"does|did)\b)",
    re.IGNORECASE,
)
_CORRECTS = re.compile(
    r"\s*(?:(?:no|sorry|oh)\b[\s,.!]{0,3}){0,2}(?:what\s)?(?:i|we)\s(?:mean|meant)(?:\swas)?\b[\s,:]{0,3}",
    re.IGNORECASE,
)
# What says how the rest is meant, and nothing else.
_ASIDE = re.compile(
    r"\s*(?:(?:and|but|so|well|yes|no|sorry|actually|unfortunately|(?:the\s)?thing\sis|by\sthe\sway|as\sit\shappens|in\sfact|"
    r"too\slate(?:\sfor\s(?:that|it|this))?|not\spossible|done\sthat)\b[\s,.:–—-]{1,3}){1,3}",
    re.IGNORECASE,
)
_THOUGH = re.compile(r",?\s(?:though|however|actually|by\sthe\sway)\b,?(?=[\s.!]|$)", re.IGNORECASE)
_PRONOUN = (
    r"(?:I|we|you|they|he|she|it|there|mine|ours|yours|theirs|someone|somebody|nobody|no\sone|everyone|everybody|one\sof\sthem|"
    r"one\sof\sus|both\sof\sthem|both\sof\sus)"
)
_OF_PRONOUN = re.compile(rf"{_PRONOUN}(?:[’'](?:m|re|ve|s|d|ll))?\s++\w", re.IGNORECASE)
_OF_THING = re.compile(
    r"(?:the|an?|my|our|your|his|her|its|their|this|these|those|some|all|most)\s|[A-Z][\w’'-]+\s", re.IGNORECASE
)
_NO_SUBJECT = re.compile(
    r"(?:who|whom|whose|what|when|where|why|how|which|if|unless|suppose|is|are|was|were|do|does|did|can|could|may|might|must|"
    r"shall|should|will|would|has|have|had|in|on|at|under|for|with|by|from|to|as|please)\b",
    re.IGNORECASE,
)
_FINITE = re.compile(
    r"(?:is|are|was|were|has|have|had|can|could|may|might|must|will|would|should|does|did|lives?|left|went|died|came|paid|"
    r"sold|lost|moved|got|made|said|told|gave|sent|broke|ran|fell|\w{3,}ed|(?:is|are|was|were|has|have|had|ca|could|wo|would|does|do|did)n[’']t)$",
    re.IGNORECASE,
)
# "I need to know who pays": a question in the form of a statement.
_ASKS_ALL_THE_SAME = re.compile(
    r"\b(?:know|wonder(?:ing)?|tell\sme|ask(?:ing)?|find\sout|sure|explain|show\sme)\b[^.?]{0,30}"
    r"\b(?:who|whom|whose|what|when|where|why|how|which|whether|if)\b",
    re.IGNORECASE,
)
# "What now?", "Does that change anything?": asks the question before again, now that more is known.
_SO_WHAT = re.compile(
    r"(?:so\s|and\s|but\s)?(?:"
    r"(?:so\s)?what\s(?:now|then|next)|now\swhat|then\swhat|so\swhat|what\sdoes\s(?:that|this|it)\smean(?:\sfor\s\w+)?"
    r"|what\s(?:happens|follows)(?:\s(?:now|then|next))?|what\s(?:can|should|do|must)\s(?:i|we)\sdo(?:\s(?:now|then|next))?"
    r"|(?:does|do|would|will|did)(?:n[’']t)?\s(?:that|this|it)\s(?:matter|change|make|affect|alter|still\sapply|count)\b[^?]{0,60}"
    r"|is\s(?:that|this|it)\s(?:a\sproblem|an\sissue|different|any\sdifferent|relevant|the\ssame|still\s(?:ok|so|true|possible))"
    r"|(?:any|what)\sdifference|how\sabout\s(?:that|then)|(?:does|is)\sthat\s(?:ok|okay|fine)"
    r")[\s?.!]{0,3}",
    re.IGNORECASE,
)
_LOWERED = re.compile(
    rf"(?!I\b)(?:{_PRONOUN}|the|an?|my|our|your|his|her|its|their|this|these|those|some|all|most)\b", re.IGNORECASE
)
_MANY_WORDS = 8


@dataclass(frozen=True, slots=True)
class ToldFollowUp:
    """What a follow-up tells, as words that can follow "if", and what it then asks; either may be empty."""

    told: str = ""
    ask: str = ""


def read_told(question: str) -> ToldFollowUp:
    """A follow-up as what it tells and what it asks."""
    words = " ".join(question.split())
    sentences = [part for one in _SENTENCE.split(words) for part in _split_once(one)]
    told = [_statement(one) for one in sentences]
    first = next((at for at, one in enumerate(told) if not one), len(told))
    if not first:
        return ToldFollowUp(ask=words)
    ask = " ".join(sentences[first:])
    return ToldFollowUp(" and ".join(told[:first]), "" if _SO_WHAT.fullmatch(ask) else ask)


def without_correction(question: str) -> str | None:
    """What somebody meant: "his bank" of "no, I meant his bank"; None where nothing is put right."""
    found = _CORRECTS.match(question)
    rest = question[found.end() :].strip() if found else ""
    return re.sub(r"\s[-–—]{1,2}\s", " ", rest) or None


def _split_once(sentence: str) -> list[str]:
    found = _BREAK.search(sentence)
    return [sentence[: found.start()], sentence[found.end() :]] if found else [sentence]


def _statement(sentence: str) -> str:
    """A sentence as it follows "if"; empty where it states nothing."""
    if sentence.rstrip().endswith("?"):
        return ""
    aside = _ASIDE.match(sentence)
    words = _THOUGH.sub("", sentence[aside.end() :] if aside else sentence).strip(" .!;,")
    if not _states(words) or _ASKS_ALL_THE_SAME.search(words):
        return ""
    return f"{words[:1].lower()}{words[1:]}" if _LOWERED.match(words) else words


def _states(words: str) -> bool:
    """Tell whether words are a subject and what it does or is."""
    if _OF_PRONOUN.match(words):
        return True
    parts = words.split()
    if not _OF_THING.match(words) or _NO_SUBJECT.match(words):
        return False
    own = parts[1 if parts[0][:1].isupper() and not _LOWERED.match(words) else 2 : _MANY_WORDS]
    return any(_FINITE.match(word) or _is_third_person(word) for word in own)


def _is_third_person(word: str) -> bool:
    return word.endswith("s") and is_verb(word.removesuffix("s"))
