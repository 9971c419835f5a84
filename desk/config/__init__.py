"""Configuration files: a hall's and its tournaments'."""
