"""What others wrote, checked against a store: drafts, rows of claims, quotations, authorities."""
