"""An HTML page of answers: each with its citations, the words in their surroundings, and the place on the page.

The page is one file without scripts or outside resources. All that comes from documents, models or questions is
escaped: it is shown, never obeyed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from pincite.answer.render import pinpoint, where
from pincite.cli.page_picture import page_picture
from pincite.domain.answer import Answer, Citation
from pincite.domain.document import Box, Document, Page
from pincite.spans import Span

# How much of the document is shown on each side of a citation.
_AROUND = 600
_NEAREST = 3

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --mark: #ffe08a; --ink: #222; }
body { max-width: 62rem; margin: 0 auto; padding: 1rem 1.2rem 5rem; font: 17px/1.6 Georgia, serif; }
h1 { font-size: 1.3rem; } h2 { font: bold 15px/1.4 system-ui, sans-serif; margin: 2rem 0 .4rem; }
article { border-bottom: 1px solid var(--line); padding: 1rem 0 2rem; }
.answer { font-size: 1.1rem; } .answer a { text-decoration: none; font: 13px system-ui, sans-serif; }
.none { font-weight: bold; }
.meta { font: 13px/1.5 system-ui, sans-serif; opacity: .75; }
blockquote { margin: .4rem 0 1rem; padding: .6rem 1rem; border-left: 3px solid var(--line); white-space: pre-wrap;
  overflow-wrap: anywhere; max-height: 24rem; overflow: auto; }
mark { background: var(--mark); color: var(--ink); }
figure { position: relative; margin: 0 0 1rem; border: 1px solid var(--line); }
figure img { display: block; width: 100%; }
figure i { position: absolute; background: #ffd400; opacity: .4; mix-blend-mode: multiply; }
"""

Read = Callable[[str], Document]


def answer_page(answers: Sequence[Answer], read: Read) -> str:
    """The page as a string; `read` gives a document by its id."""
    title = escape(answers[0].question if len(answers) == 1 else f"{len(answers)} answers")
    articles = "\n".join(_article(answer, read, prefix=f"a{i}") for i, answer in enumerate(answers, start=1))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        'img-src data:">'
        f"<title>{title}</title><style>{_STYLE}</style></head>\n<body>{articles}</body></html>\n"
    )


def _article(answer: Answer, read: Read, *, prefix: str) -> str:
    parts = [f"<article><h1>{escape(answer.question)}</h1>", _answer_text(answer, prefix)]
    if answer.note:
        parts.append(f'<p class="meta">{escape(answer.note)}</p>')
    parts.append(f'<p class="meta">Confidence {answer.confidence:.0%} · {escape(answer.answerer)}</p>')
    for i, citation in enumerate(answer.citations):
        parts.append(_citation(citation, read(citation.passage.doc_id), anchor=f"{prefix}-{i}"))
    if not answer.found:
        for source in answer.sources[:_NEAREST]:
            parts.append(f"<h2>Nearest: {escape(where(source))}</h2><blockquote>{escape(source.text)}</blockquote>")
    return "".join([*parts, "</article>"])


def _answer_text(answer: Answer, prefix: str) -> str:
    """The answer with a link from the end of each claim to its citations."""
    if not answer.found:
        return f'<p class="answer none">{escape(answer.text)}</p>'
    pieces, at = [], 0
    for end in sorted({citation.claim.end for citation in answer.citations}):
        links = "".join(
            f' <a href="#{prefix}-{i}" title="{escape(where(citation), quote=True)}">'
            f"{escape(pinpoint(citation.section) or f'[{citation.number}]')}</a>"
            for i, citation in enumerate(answer.citations)
            if citation.claim.end == end
        )
        pieces += [escape(answer.text[at:end]), links]
        at = end
    return f'<p class="answer">{"".join(pieces)}{escape(answer.text[at:])}</p>'


def _citation(citation: Citation, doc: Document, *, anchor: str) -> str:
    span = citation.passage.span
    around = Span(max(0, span.start - _AROUND), min(len(doc.text), span.end + _AROUND))
    before = ("…" if around.start else "") + escape(doc.text[around.start : span.start])
    after = escape(doc.text[span.end : around.end]) + ("…" if around.end < len(doc.text) else "")
    return (
        f'<h2 id="{anchor}">[{citation.number}] {escape(where(citation))}</h2>'
        f'<p class="meta">characters {span.start:,}–{span.end:,} · score {citation.score:.2f}</p>'
        f"<blockquote>{before}<mark>{escape(citation.quote)}</mark>{after}</blockquote>{_figures(citation, doc)}"
    )


def _figures(citation: Citation, doc: Document) -> str:
    """The pages a citation stands on, with a box over each of its lines."""
    figures = []
    for page in doc.pages_of(citation.passage.span):
        boxes = [box for box in citation.boxes if box.page == page.number]
        picture = page_picture(doc, page.number) if boxes else None
        if picture is None:
            continue
        marks = "".join(_mark(box, page) for box in boxes)
        figures.append(f'<figure><img src="{picture}" alt="page {page.number}">{marks}</figure>')
    return "".join(figures)


def _mark(box: Box, page: Page) -> str:
    wide, high = 100 / page.width, 100 / page.height
    return (
        f'<i style="left:{box.x0 * wide:.2f}%;top:{box.y0 * high:.2f}%;'
        f'width:{(box.x1 - box.x0) * wide:.2f}%;height:{(box.y1 - box.y0) * high:.2f}%"></i>'
    )
