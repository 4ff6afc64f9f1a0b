"""Titles: what a document is called in its questions, and where the title came from."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, Protocol

from pincite.bench.legalbenchrag.draft import Progress
from pincite.bench.legalbenchrag.layout import parse_test
from pincite.bench.legalbenchrag.parties import find_parties, kind_in_name, owner_in_name, title_line
from pincite.domain.chat import ChatMessage
from pincite.errors import BenchmarkError, ModelError
from pincite.ports import ChatModel

Origin = Literal["file", "model", "document", "file name"]
LONGEST_READ = 30_000

# Sets whose documents are often called after one owner: "Acme's Non-Disclosure Agreement".
OWNED = frozenset({"contractnli", "privacy_qa"})
KINDS = {"cuad": "Agreement", "contractnli": "Non-Disclosure Agreement", "maud": "Merger Agreement"}

_SYSTEM = """You give contracts a title by which a lawyer could pick one out of a thousand others.
The title names the kind of agreement and every party by its proper name, and is as short as that allows.
{style}
Answer with one JSON object and nothing else: "thoughts", a list of short sentences on who the parties are and what the
contract is for, and then "title", a string."""

_AGAIN = 'That was not one JSON object with a "title". Answer again with that object and nothing else.'

_STYLES = {
    "cuad": "Say what the agreement is about as well.",
    "contractnli": (
        "Two parties known: 'Non-Disclosure Agreement between A and B'. One known: 'A's Non-Disclosure Agreement'. "
        "A stand-in such as 'the Company' is not a name; with no name known: 'Arbitrary Non-Disclosure Agreement'."
    ),
    "maud": (
        'Put names in double quotes. One party acquires the other: \'Acquisition Agreement between Parent "A" and '
        'Target "B"\', where A is the real acquirer and not a company formed for the deal. '
        'Otherwise: \'Merger Agreement between "A" and "B"\'.'
    ),
}


@dataclass(frozen=True, slots=True)
class Title:
    """A document's title and where it came from; `model` says which one where a model gave it."""

    text: str
    origin: Origin
    model: str | None = None


class Titler(Protocol):
    """Names a document; None where it cannot."""

    def title(self, file: str, text: str) -> Title | None:
        """The title of one document."""
        ...


@dataclass(frozen=True, slots=True)
class ListedTitles:
    """Titles from a file: `{path: title}`, or a benchmark whose queries begin with them."""

    titles: Mapping[str, str]

    @classmethod
    def read(cls, path: Path) -> ListedTitles:
        """The titles in a JSON file of either form."""
        try:
            data = json.loads(path.read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            raise BenchmarkError(str(path), f"holds no titles in JSON: {error}") from error
        if isinstance(data, dict) and "tests" not in data:
            pairs = {key: value["title"] if isinstance(value, dict) else value for key, value in data.items()}
            return cls({key.rsplit("/", 1)[-1]: str(value) for key, value in pairs.items()})
        rows = data["tests"] if isinstance(data, dict) else data
        return cls(dict(_titles_in(rows, path=path)))

    def title(self, file: str, text: str) -> Title | None:
        """The listed title."""
        return Title(self.titles[file], "file") if file in self.titles else None


def _titles_in(rows: Iterable[object], *, path: Path) -> Iterable[tuple[str, str]]:
    for number, row in enumerate(rows, 1):
        test = parse_test(row, where=f"{path}, test {number}")
        title, separator, _ = test.query.rpartition("; ")
        if separator and title.startswith("Consider ") and test.snippets:
            yield test.snippets[0].file_path.rsplit("/", 1)[-1], title.removeprefix("Consider ")


@dataclass(frozen=True, slots=True)
class DocumentTitles:
    """Titles from the document itself: its title line and the parties it names."""

    kind: str

    def title(self, file: str, text: str) -> Title | None:
        """The title line with the parties; the file's name where neither is found."""
        parties = find_parties(text)
        if self.kind == KINDS["contractnli"]:
            return _nda_title(parties, file=file)
        line = title_line(text)
        if not line and not parties:
            return Title(_from_file_name(file), "file name")
        named = " between " + " and ".join(parties) if parties else ""
        return Title((line or kind_in_name(file) or self.kind) + named, "document")


def _nda_title(parties: tuple[str, ...], *, file: str) -> Title:
    kind = KINDS["contractnli"]
    if len(parties) > 1:
        return Title(f"{kind} between {' and '.join(parties)}", "document")
    if parties:
        return Title(f"{parties[0]}'s {kind}", "document")
    owner = owner_in_name(file)
    return Title(f"{owner}'s {kind}" if owner else f"Arbitrary {kind}", "file name")


def _from_file_name(file: str) -> str:
    return " ".join(file.removesuffix(".txt").replace("_", " ").split())


@dataclass(frozen=True, slots=True)
class ModelTitles:
    """Titles from a language model that reads the document, or the head and tail of a long one."""

    model: ChatModel
    set_name: str

    def title(self, file: str, text: str) -> Title | None:
        """The model's title."""
        messages = [
            ChatMessage("system", _SYSTEM.format(style=_STYLES[self.set_name])),
            ChatMessage("user", f"File name: {file}\n\n{_excerpt(text, set_name=self.set_name)}"),
        ]
        answer = self.model.reply(messages, as_json=True)
        title = _parse(answer)
        if title is None:
            again = [*messages, ChatMessage("assistant", answer), ChatMessage("user", _AGAIN)]
            title = _parse(self.model.reply(again, as_json=True))
        if title is None:
            raise ModelError(self.model.name, f"gave no title in JSON for {file}, asked twice: {answer[:80]!r}")
        return Title(title, "model", self.model.name)


def _excerpt(text: str, *, set_name: str) -> str:
    if set_name == "maud":
        return text[:15_000]
    return text if len(text) <= LONGEST_READ else text[:10_000] + text[-10_000:]


def _parse(answer: str) -> str | None:
    """The title in a model's answer, whatever it wrote around the JSON."""
    try:
        title = json.loads(answer[answer.find("{") : answer.rfind("}") + 1])["title"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return " ".join(title.split()) or None if isinstance(title, str) else None


def name_documents(
    texts: Mapping[str, str], titlers: Iterable[Titler], *, concurrency: int = 1, progress: Progress | None = None
) -> dict[str, Title]:
    """A title for each document, from the first titler that has one."""
    order = tuple(titlers)

    def name(item: tuple[str, str]) -> tuple[str, Title]:
        found = (titler.title(*item) for titler in order)
        return item[0], next((title for title in found if title), Title(_from_file_name(item[0]), "file name"))

    titles: dict[str, Title] = {}
    pool = ThreadPoolExecutor(max_workers=concurrency)
    try:
        for file, title in pool.map(name, texts.items()):
            titles[file] = title
            if progress:
                progress("titles", len(titles), len(texts))
    finally:
        # After a failure, cancel the titles that are still pending.
        pool.shutdown(cancel_futures=True)
    return _tell_apart(titles)


def _tell_apart(titles: Mapping[str, Title]) -> dict[str, Title]:
    """Titles we made ourselves get their file's name where several documents have the same."""
    shared = Counter(title.text.lower() for title in titles.values())
    return {
        file: replace(title, text=f"{title.text} ({_from_file_name(file)})")
        if title.origin in {"document", "file name"}
        and shared[title.text.lower()] > 1
        and "arbitrary" not in title.text.lower()
        else title
        for file, title in titles.items()
    }


def consider(title: str, *, set_name: str) -> str:
    """How a query begins: the title with its article, unless it has one or begins with its owner's name."""
    owned = set_name in OWNED and "'s" in title and not title.lower().startswith("non-")
    article = "" if owned or title.lower().startswith("the ") else "the "
    return f"Consider {article}{title}; "
