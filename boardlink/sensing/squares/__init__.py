"""PURE. Placements, positions, and where men can go; nothing about games or evidence.

May import ``readings``.
"""
