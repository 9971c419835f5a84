"""PURE. A text message as a WebSocket frame, so that all spectators share its bytes.

A frame from server to client is not masked (RFC 6455 §5.2): first byte 0x81 (final, text),
then the length in 7 bits, or 126 and 16 bits, or 127 and 64 bits, then the text.
"""

_FINAL_TEXT = 0x81


def text_frame(payload: bytes) -> bytes:
    """One unfragmented text frame of UTF-8 ``payload``."""
    size = len(payload)
    if size < 126:
        return bytes((_FINAL_TEXT, size)) + payload
    if size < 1 << 16:
        return bytes((_FINAL_TEXT, 126)) + size.to_bytes(2, "big") + payload
    return bytes((_FINAL_TEXT, 127)) + size.to_bytes(8, "big") + payload
