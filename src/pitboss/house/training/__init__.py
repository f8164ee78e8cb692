"""Training: lessons for players and dealers, and a trainee's progress. No screen, no clock."""
