"""A review as JSON, for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pincite.legal.pinpoints import pinpoint
from pincite.review.cell import Cell, ReviewRow, ReviewTable
from pincite.review.cell_file import cell_as_json
from pincite.review.summary import ColumnSummary, summarise


def table_as_json(table: ReviewTable) -> dict[str, Any]:
    """All of a review in plain JSON types; spans are `[start, end]` in the document's text."""
    return {
        "title": table.title,
        "questions": [
            {"name": one.name, "question": one.question, "type": one.type.value, "choices": list(one.choices)}
            for one in table.questions
        ],
        "rows": [row_as_json(row) for row in table.rows],
        "summary": _summary(summarise(table)),
    }


def row_as_json(row: ReviewRow) -> dict[str, Any]:
    """A row in plain JSON types."""
    cells = [cell_with_pinpoint(cell) for cell in row.cells]
    return {"doc_id": row.doc_id, "document": row.document, "title": row.title, "cells": cells}


def cell_with_pinpoint(cell: Cell) -> dict[str, Any]:
    """Return a cell in plain JSON types, with its confidence and pinpoint."""
    return {**cell_as_json(cell), "confidence": round(cell.confidence, 4), "pinpoint": pinpoint(cell.section)}


def _summary(columns: Sequence[ColumnSummary]) -> list[dict[str, Any]]:
    return [
        {
            "name": one.name,
            "found": one.found,
            "not_found": one.not_found,
            "unsure": one.unsure,
            "values": [{"value": value, "count": count} for value, count in one.values],
            "range": one.span,
            "outliers": [{"document": document, "value": value} for document, value in one.outliers],
        }
        for one in columns
    ]
