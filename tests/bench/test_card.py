import hashlib
import json

from pincite.bench.dataset.card import MOST_LISTED, CardFields, write_card


def test_a_card_counts_names_the_licence_and_gives_hashes(tmp_path):
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "a|b.txt").write_text("Gull")
    (tmp_path / "corpus" / "c.pdf").write_bytes(b"%PDF")
    rows = [
        {"id": 0, "question": "Who?", "answer": "x", "contexts": [{"filename": "c.pdf"}, "plain"]},
        {"id": 1, "question": "Whose?", "answer": "", "is_impossible": True},
    ]
    (tmp_path / "train.json").write_text(json.dumps(rows))
    origin = {
        "format": "csv",
        "source": "in.csv",
        "sha256": "0f",
        "converted": "2031-05-01",
        "rows": {},
        "documents": {},
    }
    (tmp_path / "origin.json").write_text(json.dumps(origin))
    card = write_card(tmp_path, CardFields("Gulls: a set", "CC BY 4.0", "https://host.test"))
    assert card.startswith('---\npretty_name: "Gulls: a set"\nlicense: "CC BY 4.0"\n---\n\n# Gulls: a set\n')
    for line in (
        "Licence: CC BY 4.0",
        "| rows | 2 |",
        "| of them unanswerable | 1 |",
        "| contexts | 2 |",
        "| of them with a text | 1 |",
        "| documents | 2 |",
        "| of them .pdf | 1 |",
        "- Source: https://host.test",
        "- Converted on 2031-05-01 from `in.csv` (csv)",
        f"| `train.json` | `{hashlib.sha256((tmp_path / 'train.json').read_bytes()).hexdigest()}` |",
        f"| `corpus/a\\|b.txt` | `{hashlib.sha256(b'Gull').hexdigest()}` |",
    ):
        assert line in card.splitlines()


def test_what_is_not_known_is_said(tmp_path):
    (tmp_path / "corpus").mkdir()
    for number in range(MOST_LISTED + 1):
        (tmp_path / "corpus" / f"{number}.txt").write_text("x")
    (tmp_path / "train.json").write_text('[{"question": "Q", "answer": "A"}]')
    card = write_card(tmp_path, CardFields())
    assert "Licence: not stated" in card
    assert "- Not recorded" in card
    assert "corpus/0.txt" not in card
