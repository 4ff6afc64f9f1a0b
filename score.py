"""Score retrieved passages against gold: `python score.py PREDICTIONS GOLD [--k K] [--output FILE]`.

The same figures, keys and printout as the published script, from this checkout and with nothing installed. `pincite
score` gives the corrected measures beside them, tables by set, CSV, and several files at once.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "src"))

from pincite.errors import PinciteError  # noqa: E402
from pincite.metrics.published import printout, read_json, score_predictions  # noqa: E402


def main() -> None:
    """Read the arguments, score, print, and save where asked."""
    parser = argparse.ArgumentParser(description="Score retrieved passages against gold passages.")
    parser.add_argument("predictions", type=Path, help="JSON: a list of {query, retrieved_passages}")
    parser.add_argument("gold_standard", type=Path, help='JSON: {"tests": [{query, snippets: [{answer}]}]}')
    parser.add_argument("--k", type=int, default=10, help="cut-off of recall and nDCG (default 10)")
    parser.add_argument("--output", type=Path, help="save the results as JSON")
    arguments = parser.parse_args()
    try:
        results = score_predictions(read_json(arguments.predictions), read_json(arguments.gold_standard), k=arguments.k)
    except (PinciteError, ValueError) as error:
        sys.exit(f"score.py: {error}")
    sys.stdout.write(printout(results) + "\n")
    if arguments.output:
        arguments.output.parent.mkdir(parents=True, exist_ok=True)
        arguments.output.write_text(json.dumps(results, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
