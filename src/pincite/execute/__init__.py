"""Where work is done: in this process, or in others that are held to limits."""
