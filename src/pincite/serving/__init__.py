"""Servers: the surfaces put together and run. The commands start them by name, so that no surface knows another."""
