"""Electronic boards from the operator's chair: looking, recording, binding, and what is wrong."""
