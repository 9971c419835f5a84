"""PURE. Wire protocols, without any input or output: bytes ↔ frames."""
