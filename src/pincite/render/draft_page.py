"""An HTML page of a draft with each claim marked as supported, contradicted or not found, and the quotes below it.

The page is one file without scripts or outside resources. Every character of the draft and of the documents is escaped.
"""

from __future__ import annotations

from html import escape

from pincite.domain.finding import CheckedDraft, Finding, Standing
from pincite.legal.markdown_words import as_read
from pincite.legal.pinpoints import where
from pincite.render.draft_text import explain
from pincite.render.html_page import html_page

_STYLE = """
:root { --ink: #1b2430; --soft: #5b6776; --line: #d8dee6; --paper: #fff; --link: #1d4ed8; --good: #cdf0d3;
  --bad: #ffc9c4; --open: #ffe9a8; color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e5e9ef; --soft: #9aa6b5; --line: #36404d; --paper: #12171d; --link: #7db4ff; --good: #1f4d2a;
    --bad: #6b2420; --open: #5c4a12; }
}
* { box-sizing: border-box; }
body { max-width: 62rem; margin: 0 auto; padding: 1rem 1.2rem 5rem; background: var(--paper); color: var(--ink);
  font: 17px/1.6 Georgia, serif; overflow-wrap: anywhere; }
h1 { font-size: 1.3rem; } h2 { font: bold 15px/1.4 system-ui, sans-serif; margin: 1.6rem 0 .3rem; }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
.draft { white-space: pre-wrap; border: 1px solid var(--line); padding: 1rem 1.2rem; }
mark { color: inherit; } mark a { color: inherit; }
.supported { background: var(--good); } .contradicted { background: var(--bad); }
.not-found { background: var(--open); }
.meta { font: 13px/1.5 system-ui, sans-serif; color: var(--soft); margin: .2rem 0; }
.summary span { padding: .1rem .4rem; }
blockquote { margin: .4rem 0 1rem; padding: .5rem 1rem; border-left: 3px solid var(--line); white-space: pre-wrap; }
:target { scroll-margin-top: 1rem; outline: 2px solid var(--link); outline-offset: 3px; }
"""
_SAID = {
    Standing.SUPPORTED: "supported",
    Standing.CONTRADICTED: "contradicted",
    Standing.NOT_FOUND: "not found",
}


def draft_page(draft: CheckedDraft) -> str:
    """The page as a string."""
    title = f"Checked: {draft.name}"
    counts = " ".join(
        f'<span class="{standing.value}">{draft.count(standing)} {words}</span>' for standing, words in _SAID.items()
    )
    details = "".join(
        _detail(number, finding) for number, finding in enumerate(draft.findings, start=1) if finding.standing in _SAID
    )
    body = f'<h1>{escape(title)}</h1><p class="summary">{counts}</p><div class="draft">{_marked(draft)}</div>{details}'
    return html_page(title, body, style=_STYLE)


def _marked(draft: CheckedDraft) -> str:
    """The draft's text with a mark over each claim, which leads to the words it rests on."""
    pieces, at = [], 0
    for number, finding in enumerate(draft.findings, start=1):
        if finding.standing not in _SAID:
            continue
        pieces.append(escape(draft.text[at : finding.span.start]))
        words = escape(finding.span.slice(draft.text))
        pieces.append(f'<mark id="d{number}" class="{finding.standing.value}"><a href="#q{number}">{words}</a></mark>')
        at = finding.span.end
    return "".join([*pieces, escape(draft.text[at:])])


def _detail(number: int, finding: Finding) -> str:
    parts = [
        f'<h2 id="q{number}"><span class="{finding.standing.value}">{_SAID[finding.standing]}</span> '
        f'<a href="#d{number}" title="back to the draft">↩</a> {escape(" ".join(finding.text.split()))}</h2>'
    ]
    if finding.faults:
        parts.append(f'<p class="meta">{escape(explain(finding))}</p>')
    if finding.pinpoint:
        near = "nearest: " if finding.standing is Standing.NOT_FOUND else ""
        span = finding.pinpoint.passage.span
        words = as_read(finding.pinpoint.quote, finding.pinpoint.document)
        parts.append(
            f'<p class="meta">{near}{escape(where(finding.pinpoint))} · characters {span.start:,}–{span.end:,} '
            f"· score {finding.score:.2f}</p><blockquote>{escape(words)}</blockquote>"
        )
    return "".join(parts)
