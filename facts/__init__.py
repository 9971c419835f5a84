"""The shared words: ids, results, facts, the log's interface, and views that cross a border.

Imports nothing of ours; every other package may import it (docs/rooms.md).
"""
