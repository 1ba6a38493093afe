"""Where the floor keeps everything: SQLite for one process, PostgreSQL for several, one protocol for both."""
