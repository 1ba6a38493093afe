"""A property in a box: several server processes, their database, wires, clocks and people in one thread,
under one seed. `python -m tests.box SEED --story` runs one and tells what happened."""
