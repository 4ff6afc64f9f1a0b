import numpy as np

from pincite.embed.onnx import OnnxEmbedder
from pincite.embed.static import StaticEmbedder

CLAUSES = [
    "Either party may terminate this Agreement for convenience upon thirty days' prior written notice.",
    "This Agreement shall be governed by the laws of the State of Delaware.",
    "The Tenant keeps the roof and the gutters in repair at its own cost.",
    "Neither party may assign this Agreement without the prior written consent of the other party.",
]


def test_questions_find_their_clauses():
    embedder = StaticEmbedder()
    asked = ["Which law governs the contract?", "Can it be assigned?", "Who repairs the roof?", "Can I cancel at will?"]
    scores = embedder.embed_queries(asked) @ embedder.embed_passages(CLAUSES).T
    assert scores.argmax(axis=1).tolist() == [1, 3, 2, 0]


def test_vectors_are_near_those_of_the_model_it_was_distilled_from():
    near = (StaticEmbedder().embed_passages(CLAUSES) * OnnxEmbedder().embed_passages(CLAUSES)).sum(axis=1)
    assert np.median(near) > 0.8


def test_rows_have_length_one_whatever_stands_beside_them():
    embedder = StaticEmbedder()
    vectors = embedder.embed_passages([*CLAUSES, "", "x " * 5000])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert np.array_equal(vectors[2], embedder.embed_passages([CLAUSES[2]])[0])
    assert embedder.embed_passages([]).shape == (0, embedder.dimensions)


def test_its_identity_is_its_own():
    assert StaticEmbedder().identity == StaticEmbedder().identity != OnnxEmbedder().identity
