"""What every test shares: a clean environment, and the real data where it is at hand."""

import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def _scrubbed_environment(monkeypatch):
    for name in list(os.environ):
        if name.startswith(("PINCITE_", "OPENAI_", "AZURE_OPENAI_")) and name != "PINCITE_DATA":
            monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real legal data; tests that need it are skipped where it is absent."""
    folder = Path(os.environ.get("PINCITE_DATA", REPOSITORY.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"real data not found at {folder} (set PINCITE_DATA)")
    return folder


@pytest.fixture(scope="session")
def examples() -> Path:
    """The sample documents of the repository."""
    return REPOSITORY / "examples"
