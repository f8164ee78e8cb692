"""The door for browsers: HTTP and live updates over the house. No rules and no arithmetic of money here."""
