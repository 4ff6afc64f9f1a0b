"""What a question asks: its kind, its conditions, the documents it speaks of, and what a follow-up leaves unsaid."""
