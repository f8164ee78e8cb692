"""The par sheet: all that a paytable comes to, as a mathematician files it and a laboratory checks it."""
