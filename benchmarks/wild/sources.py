"""Where the real worlds come from, and how a module of theirs is loaded.

A folder holds a checkout `owner+name` of each repository, and packages in `site`. Nothing of it is
part of this project.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import os
import sys
import types
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Source:
    """A public repository or package, and its licence."""

    name: str
    version: str
    licence: str


SOURCES = (
    Source("JaviMaligno/code-world-models", "05ab1e595ac618e82cda2bb211e7ee88ee33f175", "MIT"),
    Source(
        "RodrigoToroIcarte/reward_machines", "3116c2fb6db130a3865332afa760f6ab3c3575d8", "none"
    ),
    Source(
        "ShangtongZhang/reinforcement-learning-an-introduction",
        "96bc203617a70eba6b7784a8f876aaf218b2c914",
        "MIT",
    ),
    Source("dananau/GTPyhop", "1ca7773963443476d0e83d03f10efab325327565", "BSD-3-Clause-Clear"),
    Source("david-abel/simple_rl", "2e1915c7ec033693cc5bb88c7dd5b450c5f4e4d0", "Apache-2.0"),
    Source("dennybritz/reinforcement-learning", "2b832284894a65eccdd82353cc446f68d100676e", "MIT"),
    Source("forestagostinelli/DeepCubeA", "919489f14ecbbc80dc1bf1539ac0a462ffaca7c5", "MIT"),
    Source("pbsinclair42/MCTS", "f4b6226ce06840e51b66bdca4bedbe2c4c143012", "MIT"),
    Source("simpleai-team/simpleai", "cf59ead2b8733e680178614384b3cc6d458ad143", "MIT"),
    Source("aimacode/aima-python", "f104e03fdc1582f014b3a4c93f1a9b7d2da70114", "MIT"),
    Source("damat-le/gym-simplegrid", "6ded2fcf684727b27b5569688cad6f92bc3bc52b", "Apache-2.0"),
    Source("robertlakatos/aipublic", "f22a364e89105c9f60feebb1c6a2b6801e8d33f5", "none"),
    Source(
        "gbroques/missionaries-and-cannibals", "da3db96fcf07e2640673563773ce0f678f12f075", "MIT"
    ),
    Source(
        "creedmaxwell/assignment1-wgc-river-crossing",
        "1bb885aa9bb9ff15e97c0e5338b2321f5552bc6b",
        "none",
    ),
    Source(
        "tiagoshibata/pcs3838-artificial-intelligence",
        "5250ab4156a086851da0a3e93d673125af1b6989",
        "none",
    ),
    Source("marvingfx/rush-hour-solver", "a081b9a97c0af668846379dfee402969b47257a0", "none"),
    Source("philosucker/SLOW_RL", "472968546df1f4543d485452d8d25ee0612eadc7", "none"),
    Source(
        "zhiming-xu/CS188",
        "693550fd5f68e22339c6282c5b9251f680a2fc95",
        "educational use (UC Berkeley)",
    ),
    Source("cognitiveailab/BYTESIZED32", "5a52d8e0ca317b30285d7407273f3dc301e66311", "Apache-2.0"),
    Source("suragnair/alpha-zero-general", "f1a78e0505c614205f8c60eaa82cd644a07a84b3", "MIT"),
    Source("podondra/gym-gridworlds", "614661909439834a6703985e0ee53242a76eee54", "MIT"),
    Source(
        "saint2706/Programming-Challenges-5",
        "633bd5c71a15ed19862134f995e90bf8652415f5",
        "Unlicense",
    ),
    Source("magiccube", "1.2.0", "MIT"),
    Source("mctspy", "0.1.1", "MIT"),
    Source("easyAI", "2.0.12", "MIT"),
    Source("gym_classics", "1.0.0", "MIT"),
    Source("gymnasium", "1.4.0", "MIT"),
    Source("minigrid", "3.2.0", "Apache-2.0"),
)


def folder() -> Path:
    """Where the sources are: WILD_SOURCES, which `real.py` sets."""
    return Path(os.environ["WILD_SOURCES"])


def package(name: str) -> Any:
    """A module of a package, from the folder `site` or from where Python finds it."""
    site = str(folder() / "site")
    if site not in sys.path:
        sys.path.append(site)
    with _in_silence():
        return importlib.import_module(name)


def stand_in(name: str, **names: Any) -> None:
    """A module of this name for sources that import what they do not need here."""
    module = types.ModuleType(name)
    vars(module).update(names)
    sys.modules.setdefault(name, module)


def repository(name: str, root: str = ".") -> Path:
    """The checkout of a repository, whose folder `root` modules are imported from."""
    checkout = folder() / name.replace("/", "+")
    sys.path[:0] = [str(checkout / root)]
    return checkout


def script(repository: str, path: str, *roots: str) -> Any:
    """A file of a repository as a module; `roots` are folders of it to import from."""
    root = folder() / repository.replace("/", "+")
    site = str(folder() / "site")
    sys.path[:0] = [str(root / each) for each in roots]
    sys.path.append(site)
    file = root / path
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by name.
    sys.modules[spec.name] = module
    with _in_silence():
        spec.loader.exec_module(module)
    return module


def _in_silence() -> Any:
    """Scripts print what they solve."""
    return contextlib.redirect_stdout(io.StringIO())
