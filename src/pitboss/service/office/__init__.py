"""The back office: what is read from the books, and what two people change in them."""
