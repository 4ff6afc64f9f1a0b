"""The token ids that frame a text in BERT's vocabulary."""

CLS, SEP, PAD, COMMA = 101, 102, 0, 1010
