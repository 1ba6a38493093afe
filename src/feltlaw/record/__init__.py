"""The record: events sealed and kept, their chain, checkpoints and stores, and what all that proves.

| module | is about |
|---|---|
| `lines`, `chain`, `diagnosis` | one line, many of them in a row, and what happened where they do not hold |
| `store`, `files`, `opening`, `beside`, `disk` | where events are kept: in memory, in a file |
| `restore`, `tables` | states from records; a table and its file |
| `marks`, `checkpoints`, `keys`, `signed` | what a record says of itself, and who signed it |
| `sources`, `exports`, `verify` | reading a record from anywhere, and what it proves |
"""
