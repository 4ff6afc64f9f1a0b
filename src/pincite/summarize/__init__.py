"""What a document and its sections are about, in a line each: one file per way of finding out."""
