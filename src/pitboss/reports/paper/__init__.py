"""Papers: reports as they are printed, signed and filed, the same bytes each time from the same inputs."""
