"""Floor 1: the words everybody uses: errors, odds, money, figures."""
