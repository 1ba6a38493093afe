"""Words for people, made of what they may see: no colour, no terminal, no rule of any game.

`Teller` tells events, `table` how a table stands, `posted` what wins there, `reasons` why a wager came out as
it did, `teaching` how a round goes. Whoever speaks to people, a terminal, a page or an audit, says it so.
"""

from feltlaw.telling.happened import Teller
from feltlaw.telling.said import Backs, Faces, Said

__all__ = ["Backs", "Faces", "Said", "Teller"]
