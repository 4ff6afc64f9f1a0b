"""Print the records of the API's OpenAPI description, which the types of the page are made from."""

import json
import sys
import tempfile
from pathlib import Path

from pincite.service.options import ServeOptions
from pincite.serving.http import assemble


def describe() -> str:
    """The records by name; the paths are left out, since the page writes its addresses itself."""
    with tempfile.TemporaryDirectory() as folder:
        schema = assemble({"demo": Path(folder)}, ServeOptions()).openapi()
    kept = {
        "openapi": schema["openapi"],
        "info": {"title": "Pincite", "version": "1"},
        "paths": {},
        "components": {"schemas": schema["components"]["schemas"]},
    }
    return json.dumps(kept, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    sys.stdout.write(describe())
