"""The shapes that other clients speak, so that they work unchanged.

They get verified text only: such a client cannot take words back.
"""
