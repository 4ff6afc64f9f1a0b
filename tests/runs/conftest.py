"""A small corpus and benchmark, written for these tests."""

import json

import pytest
from typer.testing import CliRunner

from pincite.cli.main import app
from pincite.settings import load_settings

LEASE = (
    "LEASE OF THE BOATHOUSE\n\n"
    "This Lease is made on 3 May 2021 between Heron Estates Ltd and Otter Rowing Club.\n\n"
    "1. Rent. The tenant shall pay a rent of ninety pounds a month in advance.\n\n"
    "2. Repairs. The landlord shall repair the roof and the slipway. The tenant keeps the inside clean.\n\n"
    "3. Notice. Either party may end this lease by giving eight weeks' notice in writing.\n"
)
LICENCE = (
    "SOFTWARE LICENCE\n\n"
    "This Licence is granted by Quill Software GmbH to Marrow Press Ltd.\n\n"
    "1. Grant. The licensor grants a licence to install the program on twelve machines.\n\n"
    "2. Fees. The licensee pays a yearly fee of four hundred euros.\n\n"
    "3. Liability. The liability of the licensor is limited to the fees paid in the last year.\n"
)
POLICY = (
    "PRIVACY POLICY\n\n"
    "We keep your address for two years after your last order.\n\n"
    "We share your name with the carrier that brings your parcel. We sell no personal data.\n\n"
    "You may ask us to delete your account at any time.\n"
)
MARK = "\ufeff"


def invoke(*words):
    """Run a command in this process."""
    return CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)


@pytest.fixture(autouse=True)
def _read_here(inline):
    """Starting workers takes longer than all the rest."""


def snippet(path, text, words):
    start = text.index(words)
    return {"file_path": path, "span": [start, start + len(words)], "answer": words}


@pytest.fixture
def bench(tmp_path):
    """A root in LegalBench-RAG's layout: two sets, three documents, one of which begins with a byte order mark."""
    root = tmp_path / "bench"
    licence = MARK + LICENCE
    for path, text in {"deeds/lease.txt": LEASE, "deeds/licence.txt": licence, "web/policy.txt": POLICY}.items():
        file = root / "corpus" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode("utf-8"))
    deeds = [
        {
            "query": "Consider the Lease of the Boathouse; who shall repair the roof?",
            "snippets": [snippet("deeds/lease.txt", LEASE, "The landlord shall repair the roof and the slipway.")],
            "tags": ["repairs"],
        },
        {
            "query": "Consider the Software Licence of Quill Software; is the liability of the licensor limited?",
            "snippets": [snippet("deeds/licence.txt", licence, "The liability of the licensor is limited")],
        },
        {
            "query": "Consider the Lease of the Boathouse; how much notice ends the lease?",
            "snippets": [snippet("deeds/lease.txt", LEASE, "eight weeks' notice in writing")],
            "tags": ["term"],
        },
    ]
    web = [
        {
            "query": "Consider the Privacy Policy; is my name shared, and is personal data sold?",
            "snippets": [
                snippet("web/policy.txt", POLICY, "We share your name with the carrier"),
                snippet("web/policy.txt", POLICY, "We sell no personal data."),
            ],
        }
    ]
    (root / "benchmarks").mkdir()
    for name, tests in {"deeds": deeds, "web": web}.items():
        (root / "benchmarks" / f"{name}.json").write_text(json.dumps({"tests": tests}), "utf-8")
    return root


@pytest.fixture
def settings(hashing):
    """Settings that need no model."""

    def make(*flags):
        # Files are read in this process, as with commands: starting workers takes longer than all the rest.
        given = [*hashing, "executor.kind=inline", "chunker.kind=sentence", "chunker.size=120", *flags]
        return load_settings(flags=given, environment={}).settings

    return make
