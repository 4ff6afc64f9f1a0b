"""Results of tools: text that an assistant can quote from, and the same as data."""

from __future__ import annotations

import json
from typing import Any

from mcp.types import CallToolResult, TextContent

from pincite.legal.disguise import show_turns
from pincite.legal.quotations import put_in_marks
from pincite.render.answer_text import quoted
from pincite.render.wire.answer import WireAnswer
from pincite.render.wire.base import WireModel
from pincite.render.wire.check import WirePinpoint, WireQuotation
from pincite.render.wire.document import WireOutline, WireSectionText
from pincite.render.wire.search import WireDocumentHit, WireHit, WireRanking

_DEEPEST = 3


def result(text: str, record: WireModel) -> CallToolResult:
    """A result: words for the model, data for the program around it."""
    return CallToolResult(
        content=[TextContent(type="text", text=show_turns(sound(text)))], structured_content=_sound(record.plain())
    )


def sound(text: str) -> str:
    """Make text valid UTF-8: lone surrogates become replacement characters."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _sound(plain: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(sound(json.dumps(plain, ensure_ascii=False)))
    return found


def answer_text(answer: WireAnswer) -> str:
    """An answer with its citations: the exact words of each, and where they stand."""
    lines = [answer.answer]
    if answer.note:
        lines.append(f"Note: {answer.note}")
    for citation in answer.citations:
        lines.append(f"[{citation.number}] {citation.place}: {quoted(citation.quote)}")
    if answer.found:
        weak = " (weak)" if answer.weak else ""
        lines.append(f"Confidence {answer.confidence:.2f}{weak}. Every quotation was checked against the document.")
    return "\n\n".join(lines)


def ranking_text(ranking: WireRanking) -> str:
    """Passages with where they stand."""
    if not ranking.hits:
        return ranking.absent or "Nothing was found."
    return "\n\n".join(_hit(hit) for hit in ranking.hits)


def _hit(hit: WireHit | WireDocumentHit) -> str:
    if isinstance(hit, WireDocumentHit):
        return f"{hit.rank}. {hit.document} ({hit.doc_id}): {hit.title or ''} {hit.summary}".rstrip()
    page = f", p. {hit.page}" if hit.page else ""
    start, end = hit.span
    place = f"{hit.document} ({hit.doc_id}), {hit.pinpoint or '-'}{page}, [{start}, {end})"
    return f"{hit.rank}. {place}:\n{put_in_marks(hit.text)}"


def section_text(section: WireSectionText, document: str) -> str:
    """A section with its place before it."""
    page = f", p. {section.page}" if section.page else ""
    return f"{document}, {section.pinpoint or section.path}{page}:\n\n{section.text}"


def outline_text(outline: WireOutline) -> str:
    """The clause tree, indented."""
    lines = [f"{outline.title or outline.document} ({outline.doc_id})"]
    for section in outline.sections[1:]:
        label = " ".join(part for part in (section.number, section.heading) if part)
        if label and section.level <= _DEEPEST:
            lines.append(f"{'  ' * (section.level - 1)}{label}" + (f"  (p. {section.page})" if section.page else ""))
    return "\n".join(lines)


def quotation_text(checked: WireQuotation) -> str:
    """Render whether the documents contain a quotation."""
    if checked.found:
        return "The words stand in the documents:\n" + "\n".join(_place(place) for place in checked.places)
    nearest = f" The nearest passage is:\n{_place(checked.nearest)}" if checked.nearest else ""
    return f"The words do NOT stand in the documents.{nearest}"


def _place(found: WirePinpoint) -> str:
    return f"{found.place}: {quoted(found.quote)}"
