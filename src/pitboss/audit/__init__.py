"""What is printed and asked about a wager, held against what is exact: findings, terms, sheets, bands."""
