"""Exact mathematics: what every wager returns, from the same rankings, paytables and contests that pay it."""
