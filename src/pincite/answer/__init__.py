"""Evidence into answers: context, claims, verification, citations."""
