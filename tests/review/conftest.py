import pytest

from pincite.pipeline.store import Store, index_files
from pincite.settings import load_settings


def supply(name, *, law, made, notice, extra=""):
    return (
        "SUPPLY AGREEMENT\n\n"
        f'This Supply Agreement is made on {made} between {name} Limited (the "Supplier") and Mere Works Limited '
        '(the "Customer").\n\n'
        "1. Supply. The Supplier shall supply the goods that the Customer orders, with care and on time.\n\n"
        f"2. Term and termination. This Agreement continues for three (3) years. Either party may terminate this "
        f"Agreement at any time, for convenience and without cause, upon {notice} prior written notice to the other "
        "party.\n\n"
        f"3. Confidentiality. Each party keeps the other's secrets.\n\n{extra}"
        f"9. Governing law. This Agreement shall be governed by the laws of {law}.\n"
    )


AUDIT = (
    "4. Audit. The Customer may, once a year and on reasonable notice, audit the books and records of the Supplier "
    "that concern the goods.\n\n"
)
INSURANCE = (
    "5. Insurance. The Supplier shall carry commercial general liability insurance of at least Two Million Dollars "
    "($2,000,000) for each occurrence.\n\n"
)


@pytest.fixture(scope="session")
def agreements(tmp_path_factory):
    """Three invented agreements in a folder."""
    folder = tmp_path_factory.mktemp("agreements")
    texts = {
        "heron": supply(
            "Heron", law="the State of Delaware", made="3 May 2019", notice="sixty (60) days'", extra=AUDIT
        ),
        "osprey": supply(
            "Osprey", law="the State of Ohio", made="7 June 2020", notice="ninety (90) days'", extra=INSURANCE
        ),
        "plover": supply("Plover", law="the State of Delaware", made="1 March 2021", notice="ten (10) days'"),
    }
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text)
    return folder


@pytest.fixture(scope="session")
def store(agreements, tmp_path_factory):
    """A store of them, made with the models that ship."""
    folder = tmp_path_factory.mktemp("review") / "store"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PINCITE_EXECUTOR_KIND", "inline")
        patch.setenv("PINCITE_CACHE", str(folder.parent / "cache"))
        index_files([agreements], folder, settings=load_settings(flags=["jobs=1", "ocr.mode=never"]).settings)
    return Store.open(folder)
