"""An HTML page of a document with its structure, defined terms and cross-references marked in the text.

The page is one file without scripts or outside resources. Document text is data: every character of it is escaped.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from html import escape

from pincite.domain.document import FURNITURE
from pincite.domain.reading import Reading
from pincite.domain.section import Section, SectionKind
from pincite.render.html_page import html_page
from pincite.spans import Span

_DEEPEST = 8
_LEVELS = "\n".join(f".l{level} {{ padding-left: {level * 0.8:.1f}em; }}" for level in range(1, _DEEPEST + 1))
_STYLE = f"""
:root {{ color-scheme: light dark; --ink: #1b2430; --paper: #fff; --line: #8884; --term: #0a7; --ref: #06c;
  --head: #b50; }}
@media (prefers-color-scheme: dark) {{ :root {{ --ink: #e5e9ef; --paper: #12171d; --term: #3c9; --ref: #7db4ff;
  --head: #f0a35c; }} }}
body {{ margin: 0; display: grid; grid-template-columns: minmax(14rem, 22rem) 1fr; font: 16px/1.55 Georgia, serif;
  background: var(--paper); color: var(--ink); }}
nav {{ position: sticky; top: 0; height: 100vh; overflow: auto; border-right: 1px solid var(--line); padding: 1rem;
  box-sizing: border-box; font: 13px/1.45 system-ui, sans-serif; }}
nav a {{ display: block; color: inherit; text-decoration: none; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; }}
nav a:hover {{ text-decoration: underline; }}
{_LEVELS}
#outline, nav label {{ display: none; }}
main {{ padding: 1rem 2rem 6rem; max-width: 52rem; min-width: 0; }}
h1 {{ overflow-wrap: anywhere; }}
.text {{ white-space: pre-wrap; overflow-wrap: anywhere; }}
.head {{ font-weight: bold; color: var(--head); }}
.term {{ border-bottom: 2px solid var(--term); }}
.ref {{ color: var(--ref); }}
.furniture {{ opacity: .45; font-size: .85em; }}
.page {{ display: block; border-top: 1px dashed var(--line); margin-top: 1em; font: 11px system-ui, sans-serif;
  opacity: .7; user-select: none; }}
dt {{ font-weight: bold; }} dd {{ margin: 0 0 .3rem 1rem; }}
@media (max-width: 50rem) {{
  body {{ display: block; }}
  nav {{ height: auto; max-height: 70vh; padding: 0 1rem; border: 0; border-bottom: 1px solid var(--line);
    background: var(--paper); }}
  #outline {{ display: block; position: absolute; opacity: 0; }}
  nav label {{ display: block; padding: .7rem 0; font-weight: bold; cursor: pointer; }}
  nav label::before {{ content: "☰ "; }}
  nav a {{ display: none; padding-top: .25rem; padding-bottom: .25rem; }}
  #outline:checked ~ a {{ display: block; }}
  #outline:focus-visible + label {{ outline: 2px solid var(--ref); }}
  :target {{ scroll-margin-top: 3rem; }}
  main {{ padding: 1rem; }}
}}
"""


def annotated_page(reading: Reading) -> str:
    """The page as a string."""
    title = reading.profile.title or reading.doc.source.path
    return html_page(
        title,
        f"<nav>{_outline(reading)}</nav>\n<main><h1>{escape(title)}</h1>{_particulars(reading)}"
        f'<div class="text">{_text(reading)}</div></main>',
        style=_STYLE,
    )


def _outline(reading: Reading) -> str:
    """Links to the sections; on a phone they are folded away behind their heading."""
    lines = ['<input type="checkbox" id="outline"><label for="outline">Outline</label>']
    for section in reading.outline.sections[1:]:
        label = _label(section)
        if label:
            lines.append(f'<a href="#s{section.id}" class="l{min(section.level, _DEEPEST)}">{escape(label)}</a>')
    return "".join(lines)


def _label(section: Section) -> str:
    label = " ".join(part for part in (section.number, section.heading) if part)
    return label or ("" if section.kind is SectionKind.TEXT else section.kind.value.capitalize())


def _particulars(reading: Reading) -> str:
    profile = reading.profile
    rows = [
        ("Type", profile.kind.value),
        ("Parties", "; ".join(party.name for party in profile.parties)),
        ("Governing law", profile.governing_law or ""),
        ("Defined terms", f"{len(reading.outline.terms):,}"),
        ("Cross-references", f"{len(reading.outline.references):,}"),
    ]
    return "<dl>" + "".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in rows if value) + "</dl>"


def _text(reading: Reading) -> str:
    """The text cut at every boundary of an annotation, each piece wrapped in what covers it."""
    text = reading.doc.text
    covers = _covers(reading)
    anchors = _anchors(reading)
    cuts = sorted({0, len(text), *anchors, *(edge for span, _, _ in covers for edge in (span.start, span.end))})
    opening: dict[int, list[int]] = defaultdict(list)
    for i, (span, _, _) in enumerate(covers):
        for cut in range(bisect_right(cuts, span.start) - 1, bisect_right(cuts, span.end - 1)):
            opening[cuts[cut]].append(i)
    pieces = []
    for start, end in zip(cuts, cuts[1:], strict=False):
        wraps = [covers[i] for i in opening[start]]
        before = "".join(f"<{wrap}>" for _, wrap, _ in wraps)
        after = "".join(f"</{name}>" for _, _, name in reversed(wraps))
        pieces.append(f"{anchors.get(start, '')}{before}{escape(text[start:end])}{after}")
    return "".join(pieces)


def _covers(reading: Reading) -> list[tuple[Span, str, str]]:
    """Every annotated range with its opening tag and the tag's name, outermost first."""
    outline = reading.outline
    covers = [(mark.span, 'span class="furniture"', "span") for mark in reading.doc.marks if mark.kind in FURNITURE]
    covers += [(section.head, 'span class="head"', "span") for section in outline.sections if section.head]
    for term in outline.terms:
        definition = escape(reading.doc.slice(term.definition)[:300], quote=True)
        covers.append((term.span, f'span class="term" title="{definition}"', "span"))
    for reference in outline.references:
        if reference.target is None:
            covers.append((reference.span, 'span class="ref"', "span"))
        else:
            covers.append((reference.span, f'a class="ref" href="#s{reference.target}"', "a"))
    return [cover for cover in covers if cover[0]]


def _anchors(reading: Reading) -> dict[int, str]:
    """What is set at an offset, taking no room in the text: a target for links, and the page's number."""
    anchors: dict[int, str] = defaultdict(str)
    for page in reading.doc.pages:
        ocr = "" if page.confidence is None else f" (OCR, confidence {page.confidence:.2f})"
        anchors[page.span.start] += f'<span class="page">page {page.number}{ocr}</span>'
    for section in reading.outline.sections[1:]:
        anchors[section.span.start] += f'<span id="s{section.id}"></span>'
    return anchors
