"""What a request asks for, without the words that only ask: "need the rent for a letter" is "the rent".

A model that reads a passage with a question looks for all of its words in it.
"""

from __future__ import annotations

import re

_WH = r"(?:how|what|when|where|which|who|whom|whose|why|whether|if|by\s{1,3}when)\b"
_THING = r"(?:the|an?|our|my|your|his|her|their|its|all|any|[\w&.-]{2,30}['’]s)\b"
_FRONT = re.compile(
    r"\A\W{0,5}(?:(?:hi|hello|hey|please|pls|quick\s{1,3}(?:question|one)|just\s{1,3}(?:wondering|checking)|"
    r"(?:can|could|would|will)\s{1,3}(?:you|someone|anybody|anyone)\s{1,3}(?:please\s{1,3})?(?:tell|remind|show)\s{1,3}(?:me|us)|"
    r"(?:tell|remind|show)\s{1,3}(?:me|us)|do\s{1,3}(?:you|we)\s{1,3}know(?!-)|any\s{1,3}idea|"
    r"i(?:['’]d|\s{1,3}would)\s{1,3}like\s{1,3}to\s{1,3}know|(?:i\s{1,3})?(?:need|want)\s{1,3}to\s{1,3}know|i\s{1,3}wonder|"
    r"i(?:['’]m|\s{1,3}am)\s{1,3}(?:wondering|trying\s{1,3}to\s{1,3}(?:find|work)\s{1,3}out))\b[\s,:;.!–—-]{1,5}){1,4}"
    rf"(?={_WH}|{_THING}|(?:can|could|do|does|is|are|may|must|will|would|should)\b)",
    re.IGNORECASE,
)
# "Need the company number": a thing that is looked for, and nothing is asked beside it.
_NEED = re.compile(
    r"\A\W{0,5}(?:(?:i\s{1,3}(?:just\s{1,3})?|we\s{1,3})?(?:need|want)|(?:i(?:['’]m|\s{1,3}am)\s{1,3})?(?:looking\s{1,3}for|after)|"
    r"(?:(?:can|could|would)\s{1,3}(?:you|i|we)\s{1,3}(?:please\s{1,3})?)?(?:give|send|find|get|have)\s{1,3}(?:me\s{1,3}|us\s{1,3})?)\s{1,3}"
    rf"(?={_THING}|[A-Z\w][\w&'’.-]{{1,30}}\s{{1,3}}[\w'’.-]{{1,30}}['’]s\b)(?!(?:an?|my)\s)(?![^?]{{0,300}}[,;?.]\s)",
    re.IGNORECASE,
)
_PURPOSE = re.compile(
    r"[\s,]{1,4}(?:for\s{1,3}(?:the|an?|my|our)\s{1,3}(?:letter|file|form|e-?mail|meeting|report|memo|notes?|records?|call|article)|"
    r"please|pls|thanks|thank\s{1,3}you|cheers|asap|urgently)[\s.!?]{0,5}\Z",
    re.IGNORECASE,
)


def bare_request(question: str) -> str:
    """A question without greetings, "can you tell me" and what it is needed for; as it is if nothing else is asked."""
    asked = _PURPOSE.sub("", _FRONT.sub("", question))
    asked = _NEED.sub("", asked)
    return asked if len(asked.split()) > 1 else question
