"""One target under atheris: `python -m reliability.fuzzing.worker TARGET FINDS [libFuzzer's own]`.

A find does not end the run, but for the planted one: it is kept, once for each place, and the
breeding goes on. What ends it (a hang, a hard crash) libFuzzer keeps itself. Imports are late
here: the tests do not depend on atheris, and it looks into modules only while they are imported.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

from reliability.fuzzing.accidents import mutated


def main(words: list[str]) -> None:
    """Read texts until libFuzzer has enough."""
    import atheris

    # An editable installation has a finder of its own, whose modules atheris cannot look into.
    sys.meta_path[:] = [f for f in sys.meta_path if "Redirecting" not in type(f).__name__]
    with atheris.instrument_imports(include=["introplan", "reliability.fuzzing.targets"]):
        from reliability.fuzzing.judging import judged, kept
        from reliability.fuzzing.targets import PLANTED, TARGETS

    name, finds, *options = words
    target = {**TARGETS, PLANTED.name: PLANTED}[name]
    known: set[str] = set()

    def read(data: bytes) -> None:
        find = judged(target.check, data)
        if find is not None and find.place not in known:
            known.add(find.place)
            file = kept(data, name, Path(finds))
            print(f"FIND {file}: {find.place}: {find.reason}", file=sys.stderr, flush=True)
            if target is PLANTED:
                os._exit(0)

    bred = bred_by(lambda data, longest: atheris.Mutate(data, longest))  # there from `Fuzz` on
    atheris.Setup([name, *options], read, custom_mutator=bred)
    atheris.Fuzz()


def bred_by(mutate: Callable[[bytes, int], bytes]) -> Callable[[bytes, int, int], bytes]:
    """Gives a text a child: half by accidents of words, half as libFuzzer likes it."""

    def child(data: bytes, longest: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if rng.random() < 0.5:
            return bytes(mutate(data, longest))
        text = mutated(data.decode("utf-8", errors="surrogateescape"), rng)
        return text.encode("utf-8", errors="surrogatepass")[:longest]

    return child


if __name__ == "__main__":
    main(sys.argv[1:])
