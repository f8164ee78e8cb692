"""The card room: tables that outlive the process that deals them, and the people at them."""
