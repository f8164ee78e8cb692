"""Below the house: design. Paytables by search, progressives by plan, and what a seen card would be worth."""
