"""How the weights in `src/pincite/models` were made: data, synthetic questions, training, choice on dev, export."""
