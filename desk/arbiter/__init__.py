"""The arbiter's pages: a web server for those who run the tournament."""
