"""Counting beside the server, in processes of its own: the event loop never waits for an analysis."""
