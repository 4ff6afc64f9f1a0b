import ast

from pincite.runs.versions import _HOME, _INDEXING


def rooms_imported_by(room):
    for path in (_HOME / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pincite."):
                yield node.module.split(".")[1]


def test_an_index_is_known_by_the_code_of_every_room_that_makes_it():
    # The pipeline also asks and searches, so what it imports is more than what makes an index.
    used = {name for room in _INDEXING if room != "pipeline" for name in rooms_imported_by(room)}
    assert {name for name in used if (_HOME / name).is_dir()} <= set(_INDEXING)
