"""The process that indexes uploaded files; it can be stopped at any moment without damage to the store."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pincite.domain.store_place import StorePlace
from pincite.execute.module_path import module_path

_PATIENCE = 5.0
# `-P`: no modules from the current folder, which may be one of strangers' documents.
_COMMAND = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from pincite.service.index_worker import main; main()"
)


class IndexProcess:
    """Indexes files in their folder, so that documents are named after their files."""

    def __init__(
        self, store: StorePlace, files: Path, *, names: Sequence[str], preset: str | None, flags: Sequence[str]
    ) -> None:
        request = {
            "store": str(store.resolve() if isinstance(store, Path) else store),
            "files": str(files),
            "names": list(names),
            "preset": _absolute(preset),
            "flags": list(flags),
        }
        environment = dict(os.environ)
        if "PINCITE_PRESET" in environment:
            environment["PINCITE_PRESET"] = _absolute(environment["PINCITE_PRESET"]) or ""
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _COMMAND, json.dumps(module_path())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write(json.dumps(request).encode("ascii") + b"\n")
            self._process.stdin.flush()

    def follow(self, on_progress: Callable[[str, int, int], None]) -> dict[str, Any] | None:
        """Wait until it is done; None where it ended before."""
        assert self._process.stdout is not None
        outcome: dict[str, Any] | None = None
        for line in self._process.stdout:
            with suppress(ValueError, KeyError):
                row = json.loads(line)
                if "outcome" in row:
                    outcome = row["outcome"]
                    break
                on_progress(row["stage"], row["done"], row["total"])
        self.stop()
        self._process.stdout.close()
        return outcome

    def stop(self) -> None:
        """Stop the process: close its input, and kill it if it does not exit."""
        with suppress(OSError, ValueError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _absolute(preset: str | None) -> str | None:
    """A preset that is a file, by its whole path: the process works in another folder."""
    return str(Path(preset).resolve()) if preset and Path(preset).is_file() else preset
