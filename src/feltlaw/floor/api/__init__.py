"""The floor over HTTP and WebSocket: JSON in and out, refusals as problems, nothing decided here."""
