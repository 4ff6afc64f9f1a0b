"""Values that words state: figures, dates and the law that is chosen, each with the words that write it."""
