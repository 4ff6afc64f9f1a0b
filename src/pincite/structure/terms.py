"""Defined terms: the words a document gives a meaning of its own, and the sentence that does it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from pincite.domain.document import Document, Format
from pincite.domain.section import DefinedTerm, Section
from pincite.legal.sentences import sentence_around
from pincite.spans import Span
from pincite.structure.emphasis import plain_text

# A quoted run that may be a term: no space inside the quotes' edges, so that the gap between two terms is never one.
_QUOTED = re.compile(r"(?<![^\W\d])[\"“”„«‟]\s?(?P<term>[^\W_](?:[^\"“”„«»\n]|\n(?!\s*\n)){0,79}?)\s?[\"”“»](?!\w)")
_MEANS = re.compile(
    r"\s*+(?:\([^()\n]{1,80}\)\s*+)?(?:,[^.;\"“”\n]{1,100},\s*+|"
    r"\b(?:as\s+used|with\s+respect\s+to|when\s+used|as\s+applied\s+to|in\s+relation\s+to)\s[^.;\"“”\n]{1,80}?\s)?"
    r"(?:also |each )?"
    r"(?:(?:shall|will|does|do|must|is to|are to|may|can)\s+(?:also\s+|collectively\s+|each\s+|not\s+)?)?"
    r"(?:means?\b|meaning\b|refers?\s+to\b|includes?\b|(?:has|have)\s+the\s+(?:same\s+|respective\s+|following\s+)?"
    r"(?:meanings?|definitions?)\b|(?:is|are|be)\s+(?:hereby\s+)?(?:defined|construed|deemed\s+to\s+mean)\b|"
    r"(?:is|are)\s+(?:used\s+)?to\s+(?:mean|refer)\b|has\s+the\s+same\s+meaning\b|"
    r"is\s+(?:a|an|any|the)\s|are\s+(?:any|the|those)\s|"
    r"znamená\b|se\s+rozumí\b|má\s+význam\b|bedeutet\b|bezeichnet\b|désigne\b|signifie\b|significa\b)"
)
# “A”, “B” and “C” have the meanings: what the last of them gets, all get.
_CHAIN = re.compile(r"\s*(?:,|/|\band\b|\bor\b|\bnebo\b|\ba\b|,\s*(?:and|or)\b)\s*(?:the\s+term\s+|the\s+)?(?=[\"“„])")
_BRACKET = re.compile(
    r"[(\[]\s*+(?:[^()\[\]]{0,220}[\s,“\"”;])?"
    r"(?:the|this|these|that|an?|as|each|every|any|our|its|or|and|either|is|are|be|collectively|individually|"
    r"together|jointly|severally|singularly|called|term(?:ed)?|hereinafter|hereafter|hereunder|herein|below|"
    r"such|said|jen|jako|také|též|nachfolgend|kurz|die|der|das|den|im Folgenden|ci-après|la|le|les|l[’']|"
    r"dénommée?s?|denominado|el|los|also|in\s+the\s+singular|in\s+the\s+plural)[,:]?\s*\Z",
    re.IGNORECASE,
)
_CLOSED_BRACKET = re.compile(r"\([^()]{0,120}\)")
_BRACKET_EMPTY = re.compile(r"[(\[]\s*\Z")
_BRACKET_REST = re.compile(
    r"\s*+[,.;:]?\s*+(?:[)\]]|(?:or|and|und|et|y|a|nebo|individually|collectively|together|jointly|respectively|as|when|"
    r"which|with|in|for|whether|being|such|hereinafter|herein|pursuant|where|each|the|if|unless|and/or)\b|[\"“„])"
)
_REFERRED = re.compile(
    r"(?:\b(?:referred\s+to|known|designated|described|identified|defined|styled|termed|called|denoted|named)"
    r"(?:\s++(?:herein|hereinafter|hereafter|hereunder|below|in\s+this\s+\w++|throughout|individually|collectively|"
    r"jointly|severally|together|respectively|sometimes|each|also|simply|both|singly|for\s+convenience)[,]?){0,4}"
    r"(?:[\s,]++(?:to\s+)?as\b)?"
    r"|\b(?:individually|collectively|jointly|together|each)(?:\s++\w++){0,2}\s++as\b"
    r"|\b(?:hereinafter|hereafter|hereinbelow)(?:[\s,]++(?:collectively|individually|jointly|called|the|referred\s+to))*"
    r"|dále\s+(?:také\s+|též\s+)?(?:jen|jako)|nachfolgend|im\s+Folgenden|ci-après(?:\s+dénommée?s?)?)"
    r"[\s,:]*+(?:the|a|an|either|each|our|its|individually|collectively|jointly|die|der|das|la|le|les)?\s*+\Z"
)
# “The day on which it happens is the “Closing Date”.”
_IS_THE = re.compile(r"\b(?:is|are|be|being)\s+(?:the|a|an)\s*\Z")
_ENDS = re.compile(r"\s*(?:[.;]|,\s+and\b)")
# The Czech and Slovak formula, whose low opening quote scans lose and drafters leave out.
_HENCEFORTH = re.compile(
    r"(?:dále|ďalej)\s+(?:také\s+|též\s+|společně\s+|aj\s+)?(?:jen|jako|len|ako)\s+(?:jen\s+|jako\s+)?[\"“”„‚,'«]{0,2}"
    r"(?P<term>[^\W\d_][^\"“”„«»()\n,;]{0,60}?)[\"“”‘'»]{0,2}\s*(?=[),;]|\bnebo\b)"
)
# In Markdown a short name in a bracket may be bold and not quoted.
_BOLD = re.compile(
    r"[(](?:[^()*\n]{0,60}\s)?(?:the|this|these|an?|each|called|as)\s+\*\*(?P<term>[^\W_][^*()\n]{0,60})\*\*\s*[)]"
)
_SUCH_AS = re.compile(
    r"(?:\b(?:includ|exclud)(?:e|es|ing)(?:\s+the)?|\bsuch\s+as|\bas\s+if|\bmarked(?:\s+as)?|\bentitled|"
    r"\blabell?ed(?:\s+as)?|\btitled)\s*\Z"
)
_LISTED = re.compile(r"[ \t]*(?:[:|–—]|-[ \t])[ \t]*\S")
_LINE_LABEL = re.compile(r"[ \t]*+(?:(?:\(?[0-9A-Za-z]{1,4}[.)]|[0-9]++(?:\.[0-9]++)++\.?|[•·*-])[ \t]*+){0,2}\Z")
# Rules and glossaries often print the term in bold without quotes: it then opens its line.
_UNQUOTED = re.compile(
    r"^[ \t]*(?:(?:\(?[0-9a-zA-Z]{1,4}[.)]|[0-9]+(?:\.[0-9]+)+\.?|[•·*-])[ \t]+){0,2}(?:[Tt]he[ ](?:term[ ])?)?"
    r"(?P<term>[^\W\d_][\w’'&/-]*(?:[ ][\w’'&/()-]+){0,6}?)[ ]"
    r"(?:(?:shall[ ]|will[ ])?means?\b(?![ ](?:such|of|by|to|for|and|or|that[ ]are|as)\b)|"
    r"has[ ]the[ ](?:same[ ])?meaning\b|znamená\b|se[ ]rozumí\b)",
    re.MULTILINE,
)
_NO_TERM = re.compile(
    r"(?:this|that|it|which|what|nothing|they|these|those|he|she|we|you|such|there|if|and|or|but|in|for|where|when|by|"
    r"all|no|any|each|as|shall|will|may|to|toto)\b",
    re.IGNORECASE,
)
_GLOSSARY_HEADING = re.compile(
    r"\b(?:definitions?|defined terms|interpretation|glossary|výklad|definice)\b", re.IGNORECASE
)
_GLOSSARY_LINE = re.compile(
    r"^[ \t]*(?P<term>[^\W\d_a-z][\w’'&/-]*(?:[ ][\w’'&/()-]+){0,6}?)[ \t]*(?:\||:|[–—])[ \t]+(?=\S)", re.MULTILINE
)
_FORM_FIELD = re.compile(
    r"(?:Source|Notes?|Page|Date|Name|Title|By|To|From|Attn|Attention|Tel\w*|Fax|E-?mail|Address|Re|Subject|Provided|"
    r"Section|Article|Exhibit|Schedule|Example)\b.*"
)
_LOOK_BACK = 240


def find_terms(doc: Document, sections: Sequence[Section]) -> tuple[DefinedTerm, ...]:
    """Every term the document defines, in reading order, each where it is defined."""
    furniture = doc.furniture()
    starts = [section.span.start for section in sections]
    found: dict[Span, DefinedTerm] = {}
    text = plain_text(doc)
    for span in (*_quoted_terms(text), *_unquoted_terms(doc), *_glossary_terms(text, sections)):
        if span in found or _in_furniture(span, furniture):
            continue
        section = max(bisect_right(starts, span.start) - 1, 0)
        found[span] = DefinedTerm(doc.slice(span), span, sentence_around(doc.text, span), section)
    return tuple(found[span] for span in sorted(found))


def _quoted_terms(text: str) -> Iterator[Span]:
    waiting: list[Span] = []
    in_list = False
    for quoted in _QUOTED.finditer(text):
        span = _trim(text, Span(quoted.start("term"), quoted.end("term")))
        defined = _is_defined(text, quoted)
        if not defined and in_list:
            defined = True
        if defined:
            yield from waiting
            yield span
            waiting = []
        chained = _CHAIN.match(text, quoted.end()) is not None
        in_list = chained and defined
        waiting = [*waiting[-20:], span] if chained and not defined else []


def _is_defined(text: str, quoted: re.Match[str]) -> bool:
    if not _may_be_term(quoted["term"]):
        return False
    if _MEANS.match(text, quoted.end()):
        return True
    before = text[max(0, quoted.start() - _LOOK_BACK) : quoted.start()]
    if _SUCH_AS.search(before[-40:]):
        return False
    if _REFERRED.search(before[-110:]):
        return True
    if quoted["term"][0].isupper() and _IS_THE.search(before[-20:]) and _ENDS.match(text, quoted.end()):
        return True
    if _opens_bracket(before):
        return _BRACKET_REST.match(text, quoted.end()) is not None
    line = before[before.rfind("\n") + 1 :]
    return _LINE_LABEL.match(line) is not None and _LISTED.match(text, quoted.end()) is not None


def _opens_bracket(before: str) -> bool:
    """Tell whether the words before a quote open a bracket that names something."""
    before = _CLOSED_BRACKET.sub("", before)
    opening = max(before.rfind("("), before.rfind("["))
    if opening < 0 or max(before.rfind(")"), before.rfind("]")) > opening:
        return False
    tail = before[opening:]
    return _BRACKET_EMPTY.match(tail) is not None or _BRACKET.match(tail) is not None


def _may_be_term(term: str) -> bool:
    return len(term.split()) <= 12 and any(letter.isalpha() for letter in term)


def _trim(text: str, span: Span) -> Span:
    end = span.end
    while end > span.start + 1 and text[end - 1] in " ,.;:\n\t\xa0":
        end -= 1
    return Span(span.start, end)


def _unquoted_terms(doc: Document) -> Iterator[Span]:
    text = plain_text(doc)
    for henceforth in _HENCEFORTH.finditer(text):
        yield _trim(text, Span(*henceforth.span("term")))
    for bold in _BOLD.finditer(doc.text) if doc.source.format == Format.MARKDOWN else ():
        yield Span(*bold.span("term"))
    for line in _UNQUOTED.finditer(text):
        if not _NO_TERM.match(line["term"]) and not _NO_TERM.fullmatch(line["term"].split()[-1]):
            yield Span(line.start("term"), line.end("term"))


def _glossary_terms(text: str, sections: Sequence[Section]) -> Iterator[Span]:
    """Terms set out as a list or a table under a heading such as “Definitions”."""
    reached = 0
    for section in sections:
        if not section.heading or section.span.start < reached or not _GLOSSARY_HEADING.search(section.heading):
            continue
        reached = section.span.end
        start = section.head.end if section.head else section.span.start
        for line in _GLOSSARY_LINE.finditer(text, start, section.span.end):
            if not _FORM_FIELD.fullmatch(line["term"]):
                yield Span(line.start("term"), line.end("term"))


def _in_furniture(span: Span, furniture: Sequence[Span]) -> bool:
    at = bisect_right(furniture, span.start, key=lambda mark: mark.start) - 1
    return at >= 0 and furniture[at].overlaps(span)
