"""A folder of runs, for those who look at them: every run below it, found by name and never by a path."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pincite.errors import NotFound, PinciteError
from pincite.runs.evaluation.evaltools_folder import EvaltoolsFolder, is_evaltools_folder
from pincite.runs.folder import RUN, RunFolder

# Runs lie in the folder itself, in folders of sweeps, and in folders of evaluations, ours and those of evaltools.
_DEEPEST = 3
_MOST = 5000


class RunShelf:
    """The runs below a folder. An id is the run's place below it, with `~` between the folders."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def ids(self) -> dict[str, Path]:
        """The folders of runs, by id, in order."""
        found: dict[str, Path] = {}
        for folder in self._below(self._root, depth=0):
            parts = folder.relative_to(self._root).parts
            shown = parts[:-1] if parts[-1] == RUN and len(parts) > 1 else parts
            found.setdefault("~".join(shown), folder)
            if len(found) >= _MOST:
                break
        return found

    def open(self, identity: str) -> RunFolder:
        """A run by its id."""
        folder = self.ids().get(identity)
        if folder is None:
            raise NotFound(f"There is no run '{identity}'.")
        return _open(folder)

    def all(self) -> list[tuple[str, RunFolder | None, str]]:
        """Every run with its id; one that cannot be read comes with the reason instead."""
        return [self._opened(identity, folder) for identity, folder in self.ids().items()]

    def public_message(self, error: PinciteError) -> str:
        """What an error says, without the folder the runs lie in."""
        return str(error).replace(f"{self._root}/", "").replace(str(self._root), "runs")

    def _opened(self, identity: str, folder: Path) -> tuple[str, RunFolder | None, str]:
        try:
            run = _open(folder)
            _ = run.spec
        except PinciteError as error:
            return identity, None, self.public_message(error)
        return identity, run, ""

    def _below(self, folder: Path, *, depth: int) -> Iterator[Path]:
        try:
            inner = sorted(path for path in folder.iterdir() if path.is_dir() and not path.is_symlink())
        except OSError:
            return
        for path in inner:
            if path.name.startswith("."):
                continue
            if (path / "run.json").is_file() or _is_foreign(path):
                yield path
            elif depth < _DEEPEST:
                yield from self._below(path, depth=depth + 1)


def _is_foreign(folder: Path) -> bool:
    """Tell whether an evaluation of another program lies in a folder; beside a run of ours, the run says more."""
    return is_evaltools_folder(folder) and not (folder / RUN / "run.json").is_file()


def _open(folder: Path) -> RunFolder:
    return RunFolder(folder) if (folder / "run.json").is_file() else EvaltoolsFolder(folder)
