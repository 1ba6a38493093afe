"""The pages of the documentation site that are written from the code, the data and the examples.

They are made while the site is built (`make docs`) and lie in no folder.

| module | writes |
|---|---|
| `games` | how to play each game, and how it is dealt |
| `words` | the glossary's words of the law |
| `program` | the command line, the submission's keys, what the examples of the formats come to |
| `examples` | scripts and notebook |
| `moved` | pages that live elsewhere in the repository |
| `hooks`, `doctests` | what mkdocs calls |
"""
