"""Whether this computer is ready for boards: facts are gathered, judged and printed apart."""
