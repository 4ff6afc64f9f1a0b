"""Values that a quotation states: the short answer, and facts that stand in one place."""
