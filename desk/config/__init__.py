"""Configuration files: a hall's and its tournaments', read once into frozen values.

Not here: what is done with them. May import ``errors``.
"""
