"""Answers and citations as people and programs read them: text, Markdown, JSON."""

from __future__ import annotations

import re
from typing import Any

from pincite.domain.answer import Answer, CheckedClaim, Citation, DocumentEntry, NumberedSource

_NUMBERED = re.compile(r"^(?:section|sec\.|clause|rule|paragraph|para\.?|§)\s*(?=[\dIVXLC])", re.IGNORECASE)
_APART = re.compile(r"^(?:schedule|exhibit|annex|appendix|part|practice direction|book|title)\b", re.IGNORECASE)
_RUNG = re.compile(r"[A-Za-z]{1,2}\)?|[ivxlc]{1,6}\)?|[IVXLC]{1,6}")
_LABEL = re.compile(
    r"\(|\d|§|[A-Za-z]{1,2}\)?$|[ivxlcIVXLC]{1,7}\)?$|(?:article|section|clause|rule|art\.|sec\.|čl)", re.IGNORECASE
)
_WHOLE = re.compile(
    r"(?:article|art\.|artigo|čl\.?|článek)\s*+[\dIVX]\w*+$|(?:§|section)\s*+\d\w*+$|\d+$", re.IGNORECASE
)
_NEAREST = 3


def pinpoint(section: str) -> str:
    """A section path as a lawyer cites it: `Article IX › Section 9.3 › (b)` is § 9.3(b), and `15 › B` is § 15.B.

    A path over two sections, `4 › 4.2 – 5 › 5.1`, is § 4.2–5.1.
    """
    first, _, last = section.partition(" – ")
    if last:
        return f"{pinpoint(first)}–{pinpoint(last).removeprefix('§ ')}"
    parts = [part for part in section.split(" › ") if part]
    if not parts:
        return ""
    base = len(parts) - 1
    while base and _is_rung(parts[base], below=parts[base - 1]):
        base -= 1
    name = _NUMBERED.sub("", parts[base])
    own = name + "".join(_hung(part) for part in parts[base + 1 :])
    own = f"§ {own}" if name[:1].isdigit() or name[:1] == "(" else own
    apart = next((part for part in parts[:base] if _APART.match(part)), "")
    return f"{apart}, {own}" if apart else own


def _is_rung(part: str, *, below: str) -> bool:
    """Tell whether a label says nothing without the one above it: “(b)”, “B”, “iv”; “1” below “Article 5”."""
    if part.startswith("(") or _RUNG.fullmatch(part):
        return bool(_LABEL.match(below))
    return (part.isdecimal() or part.startswith("§")) and _WHOLE.match(below) is not None


def _hung(part: str) -> str:
    if part.startswith(("(", "§")):
        return part if part.startswith("(") else f", {part}"
    return f"({part})" if part.isdecimal() else f" {part}" if part.endswith(")") else f".{part}"


def where(item: Citation | NumberedSource) -> str:
    """Document, pinpoint and page of a citation or source, in one line."""
    page = f"p. {item.page}" if item.page else ""
    return ", ".join(part for part in (item.document, pinpoint(item.section), page) if part)


def as_text(answer: Answer) -> str:
    """The answer, then its citations with their words; or the nearest passages, where there is none."""
    lines = [answer.text]
    if answer.note:
        lines.append(answer.note)
    lines.append("")
    for citation in answer.citations:
        lines += [f"[{citation.number}] {where(citation)}", f"    “{fold(citation.quote)}”"]
    if not answer.found:
        lines += [f"near: {where(source)}: “{_short(source.text)}”" for source in answer.sources[:_NEAREST]]
    return "\n".join(lines).rstrip() + "\n"


def as_markdown(answer: Answer) -> str:
    """The answer with its citations in Markdown; nothing of a document is taken for markup."""
    lines = [f"**{escape_markdown(answer.question)}**", "", escape_markdown(answer.text)]
    if answer.note:
        lines += ["", f"*{escape_markdown(answer.note)}*"]
    for citation in answer.citations:
        quoted = escape_markdown(fold(citation.quote))
        lines += ["", f"> {quoted}", ">", f"> — \\[{citation.number}\\] {escape_markdown(where(citation))}"]
    if not answer.found:
        near = [f"- {escape_markdown(where(source))}" for source in answer.sources[:_NEAREST]]
        lines += ["", "Nearest passages:", "", *near] if near else []
    return "\n".join(lines) + "\n"


def as_json(answer: Answer) -> dict[str, Any]:
    """All of an answer in plain JSON types; spans are `[start, end]` in the document's text."""
    return {
        "question": answer.question,
        "answer": answer.text,
        "found": answer.found,
        "confidence": round(answer.confidence, 4),
        "citations": [_citation(citation) for citation in answer.citations],
        "sources": [_source(source) for source in answer.sources],
        "dropped": [_dropped(item) for item in answer.dropped],
        "answerer": answer.answerer,
        "note": answer.note,
        "documents": [_entry(entry) for entry in answer.entries],
        "usage": {
            "requests": answer.usage.requests,
            "input_tokens": answer.usage.input_tokens,
            "output_tokens": answer.usage.output_tokens,
            "dollars": answer.usage.dollars,
        },
        "seconds": {stage: round(seconds, 4) for stage, seconds in answer.seconds.items()},
    }


def fold(words: str) -> str:
    """Words on one line."""
    return " ".join(words.split())


def escape_markdown(words: str) -> str:
    """Words in which nothing is markup."""
    return re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", words)


def _citation(citation: Citation) -> dict[str, Any]:
    return {
        "number": citation.number,
        "document": citation.document,
        "doc_id": citation.passage.doc_id,
        "title": citation.title,
        "section": citation.section,
        "pinpoint": pinpoint(citation.section),
        "page": citation.page,
        "span": [citation.passage.span.start, citation.passage.span.end],
        "boxes": [{"page": box.page, "x0": box.x0, "y0": box.y0, "x1": box.x1, "y1": box.y1} for box in citation.boxes],
        "quote": citation.quote,
        "claim": [citation.claim.start, citation.claim.end],
        "score": round(citation.score, 4),
    }


def _entry(entry: DocumentEntry) -> dict[str, Any]:
    return {
        "document": entry.document,
        "doc_id": entry.doc_id,
        "title": entry.title,
        "outcome": entry.outcome.value,
        "value": entry.value,
        "words": entry.words,
        "confidence": round(entry.confidence, 4),
        "citation": entry.citation,
    }


def _source(source: NumberedSource) -> dict[str, Any]:
    return {
        "number": source.number,
        "document": source.document,
        "doc_id": source.passage.doc_id,
        "section": source.section,
        "page": source.page,
        "span": [source.passage.span.start, source.passage.span.end],
        "score": round(source.score, 4),
        "text": source.text,
    }


def _dropped(item: CheckedClaim) -> dict[str, Any]:
    return {
        "claim": item.claim.text,
        "support": round(item.support, 4),
        "faults": [{"kind": fault.kind.value, "detail": fault.detail} for fault in item.faults],
    }


def _short(text: str) -> str:
    words = fold(text)
    return words if len(words) <= 160 else f"{words[:159]}…"
