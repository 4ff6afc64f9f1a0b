"""What a document says about itself: its sections, terms, references and particulars."""
