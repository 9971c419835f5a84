"""Where bytes come from: serial ports, TCP, memory; and the recording of them."""
