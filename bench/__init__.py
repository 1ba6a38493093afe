"""How fast feltlaw is, beside other ways to the same answers: `make bench`."""
