"""Every exception Pincite raises on purpose.

PinciteError
    SpanError               an offset or range that cannot be
    ReadError               a file that cannot be read: path, kind, reason
    ExecutionError          work in another process that broke a limit, or its process
    SettingsError           a setting that is unknown or has a bad value
    UnknownName             a plug-in name nobody registered
    MissingExtra            an optional package that is not installed
    NotFound                a section, document or query that is not there
    QuestionError           a question that cannot be asked
    BenchmarkError          gold or dataset files that break their own rules
    ReviewError             questions or a reviewed sheet that cannot be used
    StoreError              a store that cannot be opened or is damaged
    RunError                a run folder that cannot be used as it is
    TargetError             a target of a run that cannot be used, or fails on a question
    ModelError              a model provider that refuses or fails
        MissingKey          a hosted model whose key is not in the environment
    RegisterError           a register of authorities that cannot be asked
    OcrError                an OCR engine that fails on a page
    Cancelled               work that was ended because nobody waits for it, or because its time is over
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path

from pincite.addresses import hide_passwords


class Hint(StrEnum):
    """Advice on an error; each surface words it for its users: a command, a button, a call."""

    MAKE_STORE = "make-store"
    REPAIR_STORE = "repair-store"
    UPGRADE_STORE = "upgrade-store"
    ALLOW_UPGRADE = "allow-upgrade"
    OTHER_FOLDER = "other-folder"
    OTHER_FOLDER_OR_FRESH = "other-folder-or-fresh"
    REPLACE_FILES = "replace-files"
    GIVE_CORPUS = "give-corpus"
    GIVE_OR_MAKE_CORPUS = "give-or-make-corpus"
    GIVE_TEXTS = "give-texts"
    GIVE_RAW = "give-raw"
    GIVE_FORMAT = "give-format"
    GIVE_BROWSER = "give-browser"
    GIVE_CONTEXT_COLUMN = "give-context-column"
    LEAVE_OUT_ID_COLUMN = "leave-out-id-column"
    CONVERT_APART = "convert-apart"
    CONVERT_DATASET = "convert-dataset"
    BE_LENIENT = "be-lenient"
    CHECK_BENCHMARK = "check-benchmark"
    CHECK_DATASET = "check-dataset"
    GET_FROM_FILE = "get-from-file"
    GIVE_SETTING = "give-setting"
    ALLOW_PRIVATE = "allow-private"
    RESCORE = "rescore"


class PinciteError(Exception):
    """Root of the tree: its message says in a sentence what is wrong, and tells no password of an address.

    `hint` says what to do, where that is known.
    """

    def __init__(self, message: str, *, hint: Hint | None = None) -> None:
        super().__init__(hide_passwords(message))
        self.hint = hint


class SpanError(PinciteError):
    """A span is inverted, negative, or outside its text."""


class ReadError(PinciteError):
    """A file could not be read; the others go on.

    `kind` is one short word for tables and programs: `empty`, `encrypted`, `damaged`, `too-large`, `timeout`,
    `crashed`, `binary`, `unsupported`, `permission`, `missing`, `hostile`, `no-text`, `duplicate`, `link`,
    `unwritable`.
    """

    def __init__(self, path: Path | str, kind: str, reason: str, *, hint: Hint | None = None) -> None:
        super().__init__(f"{path}: {reason}", hint=hint)
        self.path = Path(path)
        self.kind = kind
        self.reason = reason

    def __reduce__(self) -> tuple[type[ReadError], tuple[Path, str, str], dict[str, object]]:
        """Survive the trip from a worker process."""
        return (ReadError, (self.path, self.kind, self.reason), {"hint": self.hint})


class ExecutionError(PinciteError):
    """Work in another process was ended; `kind` is one short word: `timeout`, `crashed`, `too-large`."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(f"It {reason}")
        self.kind = kind
        self.reason = reason

    def __reduce__(self) -> tuple[type[ExecutionError], tuple[str, str]]:
        """Survive the trip from a worker process."""
        return (ExecutionError, (self.kind, self.reason))


class SettingsError(PinciteError):
    """A setting's key or value is not one of the known ones."""

    def __init__(
        self, key: str, problem: str, *, known: Iterable[str] = (), where: str = "", hint: Hint | None = None
    ) -> None:
        listed = sorted(known)
        tail = f" Known: {', '.join(listed)}." if listed else ""
        place = f" (in {where})" if where else ""
        super().__init__(f"Setting '{key}'{place} {problem}.{tail}", hint=hint)
        self.key = key
        self.known = tuple(listed)


class UnknownName(PinciteError):
    """A name was asked of the registry that nobody registered."""

    def __init__(self, port: str, name: str, known: Iterable[str]) -> None:
        listed = sorted(known)
        super().__init__(f"There is no {port} called '{name}'. Known: {', '.join(listed) or 'none'}.")
        self.port = port
        self.name = name
        self.known = tuple(listed)


class MissingExtra(PinciteError):
    """An optional package is needed for what was asked."""

    def __init__(self, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs the '{extra}' extra: pip install 'pincite[{extra}]'")
        self.extra = extra


class NotFound(PinciteError):
    """Something asked for by name or number is not there."""


class QuestionError(PinciteError):
    """A question is empty."""


class BenchmarkError(PinciteError):
    """Gold, dataset or prediction files break their own rules; `where` names file and row."""

    def __init__(self, where: str, problem: str, *, hint: Hint | None = None) -> None:
        super().__init__(f"{where}: {problem}", hint=hint)
        self.where = hide_passwords(where)
        self.problem = hide_passwords(problem)


class ReviewError(PinciteError):
    """A file of questions, or a reviewed sheet, cannot be used; `where` names the file and the row."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}.")
        self.where = where
        self.problem = problem


class StoreError(PinciteError):
    """A store cannot be used as it is."""

    def __init__(self, place: object, problem: str, *, hint: Hint | None = None) -> None:
        super().__init__(f"The store {place} cannot be used: {problem}.", hint=hint)
        self.place = str(place)


class RunError(PinciteError):
    """A run folder cannot be used as it is."""

    def __init__(self, folder: Path | str, problem: str, *, hint: Hint | None = None) -> None:
        super().__init__(f"The run {folder} cannot be used: {problem}.", hint=hint)
        self.folder = Path(folder)


class TargetError(PinciteError):
    """A target of a run cannot be used, or failed on a question."""

    def __init__(self, target: str, problem: str) -> None:
        super().__init__(f"Target '{target}': {problem}")
        self.target = target
        self.problem = problem


class ModelError(PinciteError):
    """A model provider refused, failed or answered out of form; `status` is the HTTP status where there is one."""

    def __init__(self, model: str, problem: str, *, status: int | None = None) -> None:
        super().__init__(f"Model '{model}': {problem}")
        self.model = model
        self.problem = problem
        self.status = status


class MissingKey(ModelError):
    """A hosted model cannot be asked, because its key is not in the environment."""

    def __init__(self, model: str, *, host: str, variable: str) -> None:
        super().__init__(model, f"{host} needs a key, and the variable {variable} is not set", status=401)
        self.variable = variable


class RegisterError(PinciteError):
    """A register of authorities could not be asked, or answered out of form."""

    def __init__(self, register: str, problem: str) -> None:
        super().__init__(f"Register '{register}': {problem}")
        self.register = register
        self.problem = problem


class OcrError(PinciteError):
    """An OCR engine failed on a page; the readers turn it into a ReadError that names the file."""


class Cancelled(PinciteError):
    """Work was ended before it was done: its caller is gone, or its time is over."""
