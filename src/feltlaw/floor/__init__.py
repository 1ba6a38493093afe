"""The floor: a server that runs a property's tables, its links, its people and its cage."""
