"""An HTML page of answers: each with its citations, the words in their surroundings, and the place on the page.

The page is one file without scripts or outside resources. All that comes from documents, models or questions is
escaped: it is shown, never obeyed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from pincite.domain.answer import Answer, Citation
from pincite.domain.document import Box, Document
from pincite.legal.markdown_words import as_read
from pincite.legal.pinpoints import pinpoint, where
from pincite.render.answer_text import quoted_words
from pincite.render.citation_marks import CitationMark, find_citation_marks
from pincite.render.html_page import html_page
from pincite.render.page_picture import page_picture
from pincite.spans import Span

# How much of the document is shown on each side of a citation.
_AROUND = 300
_NEAREST = 3

_STYLE = """
:root { --ink: #1b2430; --soft: #5b6776; --line: #d8dee6; --paper: #fff; --link: #1d4ed8; --mark: #ffe08a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e5e9ef; --soft: #9aa6b5; --line: #36404d; --paper: #12171d; --link: #7db4ff; --mark: #6b5310; }
  figure img { filter: brightness(.85); }
}
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { max-width: 62rem; margin: 0 auto; padding: 1rem 1.2rem 5rem; background: var(--paper); color: var(--ink);
  font: 17px/1.6 Georgia, serif; overflow-wrap: anywhere; }
a { color: var(--link); }
h1 { font-size: 1.3rem; } h2 { font: bold 15px/1.4 system-ui, sans-serif; margin: 2rem 0 .4rem; }
article { border-bottom: 1px solid var(--line); padding: 1rem 0 2rem; }
.answer { font-size: 1.1rem; } .answer a, h2 a { text-decoration: none; font: 14px system-ui, sans-serif; }
.none, .short { font-weight: bold; }
.meta, figcaption { font: 13px/1.5 system-ui, sans-serif; color: var(--soft); margin: .2rem 0; }
blockquote { margin: .4rem 0 1rem; padding: .6rem 1rem; border-left: 3px solid var(--line); white-space: pre-wrap; }
:target { scroll-margin-top: 1rem; outline: 2px solid var(--link); outline-offset: 4px; }
mark { background: var(--mark); color: inherit; }
figure { margin: 1.5rem 0 0; } .page { position: relative; border: 1px solid var(--line); }
.page img { display: block; width: 100%; }
.page svg { position: absolute; inset: 0; width: 100%; height: 100%; mix-blend-mode: multiply; }
rect { fill: #ffd400; opacity: .45; }
@media (max-width: 40rem) { body { padding: .6rem .8rem 3rem; font-size: 16px; } blockquote { padding: .4rem .7rem; } }
"""

Read = Callable[[str], Document]


def answer_page(answers: Sequence[Answer], read: Read) -> str:
    """The page as a string; `read` gives a document by its id."""
    title = answers[0].question if len(answers) == 1 else f"{len(answers)} answers"
    articles = "\n".join(_article(answer, read, prefix=f"a{i}") for i, answer in enumerate(answers, start=1))
    return html_page(title, articles, style=_STYLE)


def _article(answer: Answer, read: Read, *, prefix: str) -> str:
    parts = [f'<article id="{prefix}"><h1>{escape(answer.question)}</h1>', _answer_text(answer, prefix)]
    if answer.note:
        parts.append(f'<p class="meta">{escape(answer.note)}</p>')
    weak = " (weak)" if answer.weak else ""
    parts.append(f'<p class="meta">Confidence {answer.confidence:.0%}{weak} · {escape(answer.answerer)}</p>')
    for i, citation in enumerate(answer.citations):
        parts.append(_citation(citation, read(citation.passage.doc_id), prefix=prefix, index=i))
    parts += _figures(answer, read, prefix)
    if not answer.found:
        for source in answer.sources[:_NEAREST]:
            words = as_read(source.text, source.document)
            parts.append(f"<h2>Nearest: {escape(where(source))}</h2><blockquote>{escape(words)}</blockquote>")
    return "".join([*parts, "</article>"])


def _answer_text(answer: Answer, prefix: str) -> str:
    """The answer; its numbers, and the end of each claim, lead to the citations."""
    if not answer.found:
        return f'<p class="answer none">{escape(answer.text)}</p>'
    short = f'<p class="answer short">{escape(answer.short)}</p>' if answer.short else ""
    marks = find_citation_marks(answer.text, [(citation.number, citation.claim) for citation in answer.citations])
    pieces, at = [], len(answer.text) - len(answer.body)
    for end in sorted({citation.claim.end for citation in answer.citations}):
        links = "".join(
            f' <a href="#{prefix}-{i}" title="{escape(where(citation), quote=True)}">'
            f"{escape(pinpoint(citation.section) or f'[{citation.number}]')}</a>"
            for i, citation in enumerate(answer.citations)
            if citation.claim.end == end and (pinpoint(citation.section) or not marks)
        )
        pieces += [_linked(answer.text, Span(at, end), marks, prefix=prefix), links]
        at = end
    pieces.append(_linked(answer.text, Span(at, len(answer.text)), marks, prefix=prefix))
    return f'{short}<p class="answer">{"".join(pieces)}</p>'


def _linked(text: str, part: Span, marks: Sequence[CitationMark], *, prefix: str) -> str:
    """A part of the answer in which each mark of a citation is a link to it."""
    pieces, at = [], part.start
    for mark in marks:
        if part.contains(mark.span):
            shown = escape(mark.span.slice(text))
            pieces += [escape(text[at : mark.span.start]), f'<a href="#{prefix}-{mark.citation}">{shown}</a>']
            at = mark.span.end
    return "".join([*pieces, escape(text[at : part.end])])


def _citation(citation: Citation, doc: Document, *, prefix: str, index: int) -> str:
    span = citation.passage.span
    around = Span(max(0, span.start - _AROUND), min(len(doc.text), span.end + _AROUND))
    above, below = Span(around.start, span.start).slice(doc.text), Span(span.end, around.end).slice(doc.text)
    before = ("…" if around.start else "") + escape(as_read(above, citation.document))
    after = escape(as_read(below, citation.document)) + ("…" if around.end < len(doc.text) else "")
    return (
        f'<h2 id="{prefix}-{index}">[{citation.number}] {escape(where(citation))} '
        f'<a href="#{prefix}" title="back to the answer">↩</a></h2>'
        f'<p class="meta">characters {span.start:,}–{span.end:,} · score {citation.score:.2f}</p>'
        f"<blockquote>{before}<mark>{escape(quoted_words(citation))}</mark>{after}</blockquote>"
    )


def _figures(answer: Answer, read: Read, prefix: str) -> Iterator[str]:
    """Each page that citations stand on, once, with a box over each of their lines."""
    cited: dict[tuple[str, int], list[tuple[int, Citation]]] = {}
    for i, citation in enumerate(answer.citations):
        for number in sorted({box.page for box in citation.boxes}):
            cited.setdefault((citation.passage.doc_id, number), []).append((i, citation))
    for (doc_id, number), citations in cited.items():
        doc = read(doc_id)
        page = next((page for page in doc.pages if page.number == number), None)
        picture = page_picture(doc, number) if page else None
        if page and picture:
            boxes = "".join(_rect(box) for _, citation in citations for box in citation.boxes if box.page == number)
            links = " ".join(f'<a href="#{prefix}-{i}">[{citation.number}]</a>' for i, citation in citations)
            name = f"{escape(citations[0][1].document)}, page {number}"
            yield (
                f'<figure><figcaption>{name} {links}</figcaption><div class="page"><img src="{picture}" alt="{name}">'
                f'<svg viewBox="0 0 {page.width:g} {page.height:g}" preserveAspectRatio="none">{boxes}</svg>'
                "</div></figure>"
            )


def _rect(box: Box) -> str:
    return (
        f'<rect x="{box.x0:.2f}" y="{box.y0:.2f}" width="{box.x1 - box.x0:.2f}" height="{box.y1 - box.y0:.2f}"></rect>'
    )
