"""Take the mean of a highlighter's weights before and after a training: it keeps more of what the one before knew.

python -m training.blend --before HIGHLIGHTER.onnx --weights OUT --to OUT/blended
"""

import argparse
from pathlib import Path

from training.bert import Encoder, Highlighter, count_layers
from training.int8 import read_shipped
from training.train import load_parts, save_parts

SHARE = 0.5  # of the weights after it


def main() -> None:
    """Blend the two."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, required=True, help="the highlighter trained further, as ONNX")
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.to.mkdir(parents=True, exist_ok=True)
    weights, after = read_shipped(arguments.before), load_parts(arguments.weights / "highlighter")
    for key, value in after.items():
        weights[key] = (1 - SHARE) * weights[key].float() + SHARE * value
    model = Highlighter(Encoder(count_layers(weights)))
    model.load_state_dict(weights)
    save_parts(model, arguments.to / "highlighter")


if __name__ == "__main__":
    main()
