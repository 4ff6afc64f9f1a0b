"""SQuAD's form, which CUAD uses too: articles of paragraphs, each with questions and the places of their answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from pincite.bench.corpus import to_lf
from pincite.bench.dataset.layout import DatasetContext, DatasetItem
from pincite.bench.dataset.names import document_name
from pincite.bench.dataset.write import Conversion, DocumentTrace, Trace
from pincite.bench.files import read_json
from pincite.errors import BenchmarkError
from pincite.legal.folding import occurrences
from pincite.spans import Span

BETWEEN = "\n\n"


class SquadAnswer(BaseModel):
    """An answer and where it begins in its paragraph."""

    text: str
    answer_start: int


class SquadQuestion(BaseModel):
    """A question; several answers are several annotators', or several places."""

    id: str | int | None = None
    question: str
    answers: list[SquadAnswer] = []
    is_impossible: bool = False


class SquadParagraph(BaseModel):
    """A text and what is asked of it."""

    context: str
    qas: list[SquadQuestion]


class SquadArticle(BaseModel):
    """A document."""

    title: str | None = None
    paragraphs: list[SquadParagraph]


def convert_squad(path: Path) -> Conversion:
    """Rows and documents of a SQuAD file: an article is a document, its paragraphs parted by a blank line."""
    data = read_json(path, mark="qas", unit="paragraph")
    articles = data.get("data") if isinstance(data, dict) else None
    if not isinstance(articles, list):
        raise BenchmarkError(str(path), 'needs {"data": [...]}')
    made = Conversion("squad")
    for number, value in enumerate(articles, 1):
        where = f"{path}, article {number}"
        article = _validated(value, where=where)
        name = document_name(article.title or f"article-{number}", where=where)
        if name in made.documents:
            raise BenchmarkError(where, f"has the title of an article before it: {article.title!r}")
        made.documents[name] = BETWEEN.join(to_lf(paragraph.context) for paragraph in article.paragraphs)
        for item, trace in _questions(article, name=name, first=len(made.items), made=made):
            made.add(item, trace)
        ends = list(_ends(article))
        made.document_traces[name] = DocumentTrace(
            title=article.title, paragraph_ends=tuple(ends) if len(ends) > 1 else ()
        )
    return made


def _validated(value: Any, *, where: str) -> SquadArticle:
    try:
        return SquadArticle.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BenchmarkError(where, f"field '{place}': {first['msg']}") from error


def _ends(article: SquadArticle) -> Iterator[int]:
    at = 0
    for paragraph in article.paragraphs:
        at += len(to_lf(paragraph.context))
        yield at
        at += len(BETWEEN)


def _questions(
    article: SquadArticle, *, name: str, first: int, made: Conversion
) -> Iterator[tuple[DatasetItem, Trace]]:
    at, id = 0, first
    for paragraph in article.paragraphs:
        whole = Span(at, at + len(to_lf(paragraph.context)))
        for qa in paragraph.qas:
            places = {_place(answer, paragraph, made=made, where=f"row {id + 1}"): None for answer in qa.answers}
            item = DatasetItem(
                id,
                qa.question,
                answer="\n\n".join(_separate(list(places))),
                is_impossible=qa.is_impossible or not places,
                # Where nothing answers it, it is tied to its document, and to the paragraph it was asked of.
                contexts=tuple(DatasetContext(name, text) for text, _ in places) or (DatasetContext(name),),
            )
            spans = [span.shift(at) if span else None for _, span in places] or [whole]
            pairs = tuple((span.start, span.end) if span else None for span in spans)
            yield item, Trace(source_id=None if qa.id is None else str(qa.id), spans=pairs)
            id += 1
        at = whole.end + len(BETWEEN)


def _place(answer: SquadAnswer, paragraph: SquadParagraph, *, made: Conversion, where: str) -> tuple[str, Span | None]:
    """An answer's words and span; a start that is off is mended only where the words stand once."""
    start, raw = answer.answer_start, paragraph.context
    text = to_lf(answer.text)
    if start >= 0 and raw[start : start + len(answer.text)] == answer.text and text:
        begin = len(to_lf(raw[:start]))
        return text, Span(begin, begin + len(text))
    places = occurrences(to_lf(raw), text) if text else []
    if len(places) == 1:
        made.notes.append(f"{where}: an answer is at {places[0]} of its paragraph, not at {start}")
        return text, Span(places[0], places[0] + len(text))
    made.notes.append(f"{where}: an answer is not at {start} of its paragraph, and occurs {len(places)} times in it")
    return text, None


def _separate(places: list[tuple[str, Span | None]]) -> Iterator[str]:
    """The words of answers that share no character: overlapping ones are annotators' variants of one answer."""
    kept: list[Span] = []
    for text, span in places:
        if span is None or not any(span.overlaps(other) for other in kept):
            kept += [span] if span else []
            yield text
