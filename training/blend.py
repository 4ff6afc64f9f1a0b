"""Take the mean of a model's weights before and after a training, or of two trainings that began with the same weights.

The mean keeps more of what the one before knew, or is steadier than either of the two.

python -m training.blend --before HIGHLIGHTER.onnx --weights OUT --to OUT/blended
python -m training.blend --model verifier --before ONE/verifier.onnx --weights OTHER --to BOTH
"""

import argparse
from pathlib import Path

from training.bert import Encoder, Highlighter, Verifier, count_layers
from training.int8 import read_shipped
from training.train import load_parts, save_parts

SHARE = 0.5  # of the weights after it


def main() -> None:
    """Blend the two."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, required=True, help="the model trained further, as ONNX")
    parser.add_argument("--model", choices=["highlighter", "verifier"], default="highlighter")
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.to.mkdir(parents=True, exist_ok=True)
    weights, after = read_shipped(arguments.before), load_parts(arguments.weights / arguments.model)
    for key, value in after.items():
        weights[key] = (1 - SHARE) * weights[key].float() + SHARE * value
    layers = count_layers(weights)
    model = Highlighter(Encoder(layers)) if arguments.model == "highlighter" else Verifier(layers)
    model.load_state_dict(weights)
    save_parts(model, arguments.to / arguments.model)


if __name__ == "__main__":
    main()
