"""Pictures of states and plans: drawings as values, and the page in which a plan is played.

    state ─▶ scene ─▶ Drawing ─▶ SVG, PNG, text, or a frame of the page

* `drawing` defines drawings as values; `svg` and `png` write them, `animation` keeps what changes
  from one to the next.
* `situation` is what there is to draw of a relational state. `blocks`, `containers` and `board`
  draw it; `program_scenes`, `grids` and `fields` draw states of worlds in Python by their
  `parts`, which `looks` finds to be `boards` (also `object_boards`), `stacks`, `rooms`, or
  `things` at `places` on a ground made of the world's `constants`; `draw` chooses among all of
  them, and `notebook` is what Jupyter shows.
* `replay` goes through a plan again, `plan_segments` says what each part of it works towards,
  `page_data` collects all that the page shows, and `page` writes the HTML file.
* `state_graph` draws a reachable space over the layers of `layers`; `paper` has the drawings of
  the paper.
"""
