"""`pitboss progressive`: the progressives of a floor, worked by hand and looked at."""
