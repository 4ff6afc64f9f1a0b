"""Queries into rankings: routing, candidates, fusion, cuts."""
