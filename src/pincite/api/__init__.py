"""The service over HTTP: thin routes, and all that keeps them safe on a network."""
