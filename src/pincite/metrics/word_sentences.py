"""Where NLTK's sentence splitter (Punkt, English) ends a sentence in text in lower case, without its trained data.

Only stops matter: they decide whether a word before one counts as `rent` or as `rent.`, which is no alphanumeric word.
Punkt ends a sentence at every stop before white space, whatever follows, except after abbreviations, and after numbers
and single letters before a word. It learnt its abbreviations from newspapers; the list here is ours.
"""

from __future__ import annotations

import re

# A stop where white space and more follows, or a mark that Punkt takes for no part of a word; no ellipsis.
_STOP = re.compile(r"(?<!\.)\.(?=[)\";}\]*:@'({\[‘’“”«»?!]|\s+(?P<next>\S))")
_BEFORE_WORD = re.compile(r"[\s)\";}\]*:@'({\[‘’“”«»?!`&#,-]")
_NUMBER = re.compile(r"[\d.,]*\d[\d.,]*|[^\W\d_]")
# No abbreviation and no number is longer.
_LONGEST = 24
_LISTED = (
    "c d e f g h j k l m n p q r s t u v w x y z a.m adm ala ariz ark aug ave brig bros calif capt cie cmdr co col "
    "colo conn corp d.c dec del dept dr e.g et.al feb fla fri ft ga gen gov h.f hon i.e ill inc ind jan jr jul kan ky "
    "la lt ltd mass md messrs mich minn mo mon mr mrs ms n.c n.d n.h n.j n.m n.y neb nev nov oct okla ore p.m pa ph.d "
    "prof rep rev s.a s.c s.d sat sen sep sept sgt sr st ste sun tenn tex thu thurs tue tues u.k u.n u.s u.s.a u.s.s.r "
    "va vs vt w.va wash wed wis wyo"
)
_ABBREVIATIONS = frozenset(_LISTED.split())


def split_at_stops(text: str) -> list[str]:
    """The sentences of a text in lower case."""
    cuts = [found.end() for found in _STOP.finditer(text) if _ends_sentence(text, found)]
    return [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]


def _ends_sentence(text: str, stop: re.Match[str]) -> bool:
    word = _BEFORE_WORD.split(text[max(0, stop.start() - _LONGEST) : stop.start()])[-1]
    if word in _ABBREVIATIONS:
        return False
    return not (_NUMBER.fullmatch(word) and (stop["next"] or "").isalpha())
