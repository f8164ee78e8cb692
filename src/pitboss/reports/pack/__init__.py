"""The regulator's pack: all that is filed about the games, in a folder that can be made again and checked."""
