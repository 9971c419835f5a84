"""Bytes that nobody should send, for every parser of bytes from outside.

``make fuzz`` tries twenty thousand streams on each; the suite tries a hundred.
"""
