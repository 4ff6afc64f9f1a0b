"""ONNX models that run on this machine: what reads with the same file shares what was loaded of it."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from onnxruntime import InferenceSession, SessionOptions

# Two stores that are open at once, or one that is closed and not yet freed, must not hold a model each: the three that
# ship take 150 MB, which Python cannot see and so is in no hurry to free.
_loaded: WeakValueDictionary[tuple[Path, int, int], InferenceSession] = WeakValueDictionary()
_loading = Lock()


def shipped_model(name: str) -> Path:
    """Where a model that ships with the package would be."""
    return Path(str(files("pincite.models").joinpath(f"{name}.onnx")))


def session_options() -> SessionOptions:
    """How all our models run: each reading in one thread, since several are made side by side."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return options


def load_on_cpu(path: Path) -> InferenceSession:
    """The model of a file, ready to run on the CPU; kept for as long as something reads with it."""
    import onnxruntime

    found = path.stat()
    # A file may be replaced by another model.
    key = (path.resolve(), found.st_mtime_ns, found.st_size)
    with _loading:
        session = _loaded.get(key)
        if session is None:
            session = onnxruntime.InferenceSession(str(path), session_options(), providers=["CPUExecutionProvider"])
            _loaded[key] = session
        return session
