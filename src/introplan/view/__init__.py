"""What people look at: sentences, drawings of states and of state spaces, the page, notebooks.

`drawing.py` has the nouns: a drawing is sprites made of shapes. `blocks`, `containers`, `board`,
`tiles`, `walk` and `fields` draw worlds; `draw` chooses among them; `svg`, `png` and `film` say
how a drawing comes out. `journey` replays a plan, `targets` ticks off what it works towards,
`story` puts both together, and `page` writes the file in which it can be played.
"""
