"""The APIs of other products, so that their clients work unchanged.

They get verified text only: such a client cannot take words back.
"""
