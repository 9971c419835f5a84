"""A LiveChess made of software: its WebSocket, its files, its own idea of the moves.

Not here: reading a LiveChess (``drivers``, ``other_programs``). May import the simulator's other
rooms.
"""
