"""PURE. What becomes of a command: facts, or a refusal that says what to do.

May import ``kinds``, ``situation``, ``drafts``, ``desk.state``, ``desk.errors``.
"""
