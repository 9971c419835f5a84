"""Virtual boards with clocks that speak the wire protocol, and the hands that play on them."""
