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


TABLE = """
aanykanen/gym-toyenv 052705d0ff009768205e48217c010bc4516ce54b MIT
aimacode/aima-python f104e03fdc1582f014b3a4c93f1a9b7d2da70114 MIT
andy-zhuo-02/n_puzzle 1ee4fbcbde05f089f798458ae864e6f8341bba5e none
Axelvel/Missionaries-and-cannibals 9bed8f9d7a6036c5099dfb419b2cb34925abb1d1 none
AZstudy/gym-sliding-puzzle c9d7222d060b1a21bc5d3591fcf94d224fda91f5 none
batherk/peg-solitaire ed698710a771ae42db154198c17a19e4221562d6 none
bill-edwards/vacuum-world 7d9e2b1833038c4a3c3d15b967b66335da098f16 none
boukeas/searchtoy 20beb3009a710e546b7b2e70034a76c4d073ab3b MIT
BuhDuy256/Lab-1-Searching-Introduce-to-AI 45a41734772259e510925b2e0ad65a0faec73f6c none
chaouki11/Validation f0a2a2342ef28c9ebe9d16cafa3b1d1f5bde589e none
cognitiveailab/BYTESIZED32 5a52d8e0ca317b30285d7407273f3dc301e66311 Apache-2.0
ColinGJohnson/watersort-solver a10cfc3d3970c674d5477c811e052362992daa82 none
coltonperazzo/rushhour-solver f2c59f7416213d41aefca462d5017b47bdfb31f2 none
creedmaxwell/assignment1-wgc-river-crossing 1bb885aa9bb9ff15e97c0e5338b2321f5552bc6b none
damat-le/gym-simplegrid 6ded2fcf684727b27b5569688cad6f92bc3bc52b Apache-2.0
dananau/GTPyhop 1ca7773963443476d0e83d03f10efab325327565 BSD-3-Clause-Clear
david-abel/simple_rl 2e1915c7ec033693cc5bb88c7dd5b450c5f4e4d0 Apache-2.0
dennybritz/reinforcement-learning 2b832284894a65eccdd82353cc446f68d100676e MIT
df424/drexel_INFO-T780 418410906761ccdaa9d603923864cef4a4f64633 none
drinkwithwater/learningmcts eda239bb786e981c256598face5a20cec99d7656 none
dskart/lights_out_puzzle_solver 66ce03018ae9553d80f9965bd661f454c15cf6f5 MIT
Dubs2310/Search-Based-Agent f7d03537570def08a54afee8673c482544e07c1e ARRT-1.0
eczy/warehouse-env 5df537f372163b049d544ef43cc7fd5b7167803d none
Farama-Foundation/gym-examples 9a59496d266b83c8c6b3311b150f46030aca92fc none
fgreil/mitzi-mini-rubik 3e3b1bbcc2c9818948857f9b3e1a0ec5191d6bd5 GPL-3.0
forestagostinelli/DeepCubeA 919489f14ecbbc80dc1bf1539ac0a462ffaca7c5 MIT
GambuzX/MIEIC_iart 3f6e02bdfd23654caac7412ee40c442c48ff81ab none
GamesCrafters/GamesmanPuzzles 41ea12849fc230f367bdf291714915522ebadd83 GPL-3.0
gbroques/missionaries-and-cannibals da3db96fcf07e2640673563773ce0f678f12f075 MIT
GeorgeZisis95/connect-four-mcts 2ea613e4d02694fdf156ba1c2b1820707651d71f none
gtatiya/gym-novel-gridworlds 69ef2c0f1311aff0c01f65899bbba3b45e96331d MIT
hajali-amine/taquin-game c17a8fa2c3e6f686398452120de3204253328d1b none
haje01/gym-tictactoe 3a0ce6cae5de27ec978b0f75575a84160759ac06 MIT
hemantnyadav/n-puzzle-bfs e5309925b1cbd4607bba956566de1f5777ffa47e none
Jasleen8801/Artificial-Intelligence 5b714b5b03232e658e7438aa4690235c59786d38 none
JaviMaligno/code-world-models 05ab1e595ac618e82cda2bb211e7ee88ee33f175 MIT
johnnycode8/gym_custom_env 84262cede528d5dd36847c465a40ba58b0668861 MIT
kamidtli/IT3105 32093b6c320a81d49c40a4b53fef6acf13fe1ff5 none
laodie666/RL-Reward-machine a935a5315bc6f9910e640cb4b768c5ef7fe215aa none
leotok/peg-solitaire-solver e07c205e498f14e3269dbc2dfdf17b974824c37a none
maksimKorzh/tictactoe-mtcs e90b91902ede3a7f2a1106f9af84741cf98e8f99 none
manueltov/IIA-prat_2 9cd9f5cacf53a5967893651b88918a407e3b568b none
marvingfx/rush-hour-solver a081b9a97c0af668846379dfee402969b47257a0 none
MattChanTK/gym-maze 83176811b49b5538a6213520612f44fb1bc49114 none
matteosan1/AoC 4b200aa6e87a07ff51bf4f589c8c348fb37e3c04 none
MauroLuzzatto/OpenAI-Gym-TicTacToe-Environment 1f8de18865eed0c4dd6561f1349433b13f811062 none
megi98/Python-101 01433ecc76cdd56dc377c0ddd8ba9f5bbcb54e07 none
melikbugra/simple-maze-env a2bab68ce61db7d2bec88cdd702822daf73ef9ca MIT
mevaser/bridge-and-torch 0423fe08c79edfdf3f8759e8fbee32bd87449b31 none
mikksillaste/aima-python cf7b90bccf10e682f073bb5dbdc2056be6f4eb40 MIT
mimoralea/gym-walk b915b94cf2ad16f8833a1ad92ea94e88159279f5 MIT
nicky-5/sia-tp1 724d215f6d8a5f48dc369258a41ae153fb8c2187 none
paulghaddad/design_of_computer_programs_course e21f4f7be2b953ddc72ba9cd256b0d9959ec2566 none
pbsinclair42/MCTS f4b6226ce06840e51b66bdca4bedbe2c4c143012 MIT
phatnguyencs20/The-Block-World a3d529f3555e0a41486947a60deabe04f9380e3f none
philosucker/SLOW_RL 472968546df1f4543d485452d8d25ee0612eadc7 none
podondra/gym-gridworlds 614661909439834a6703985e0ee53242a76eee54 MIT
Prathmesh2005-art/CS367_AI_LAB 149c62b1047bd944378e7094aa05648c41ace1aa none
RCL98/wilson-maze-env c938c994cd82d4aa530c4f0230ef558f4510d9d5 MIT
rgarzonj/gym-blocksworld a7ac787afde31449499eb6165924c2b8fa1b076b GPL-3.0
robertlakatos/aipublic f22a364e89105c9f60feebb1c6a2b6801e8d33f5 none
RobertTLange/gym-hanoi 26a5f3081c32a2267ee09f5239d58ca8228eb6de none
RobinChiu/gym-Rubiks-Cube 7c64b1579ae62e7692760842b2f16668922358a9 none
RodrigoToroIcarte/reward_machines 3116c2fb6db130a3865332afa760f6ab3c3575d8 none
ruoqizzz/gymgrid 38de6d7963e73e6ca13f22b43e4abede335da26b MIT
saint2706/Programming-Challenges-5 633bd5c71a15ed19862134f995e90bf8652415f5 Unlicense
SantiQui/UCSEAI-env 060050bac748c34cae77ddb09e6d11fa51686e59 none
seblee97/key_door_env 81e9ac6fd43e5809b4729b64fc15e0abd8300481 MIT
ShangtongZhang/reinforcement-learning-an-introduction 96bc203617a70eba6b7784a8f876aaf218b2c914 MIT
simpleai-team/simpleai cf59ead2b8733e680178614384b3cc6d458ad143 MIT
skipperkongen/gym-hello 2853ab9f1b845ee714174e8600aa30eee58b3a28 none
sparisi/gym_gridworlds d2d0f47b7ea2bc5365c1a637c393ee7c8736fad1 CC-BY-4.0
Stefan-Vo/cs170Proj1 d77b076acebe800933d2e7fee6154d278f71e783 none
suragnair/alpha-zero-general f1a78e0505c614205f8c60eaa82cd644a07a84b3 MIT
taylorjg/gym-solitaire 1e9617dc2c1952a2bede85700b0ae844f3b4e833 none
tiagoshibata/pcs3838-artificial-intelligence 5250ab4156a086851da0a3e93d673125af1b6989 none
tsinghua-rll/gym-gridworld 258c877c487659d557b1e51babb1ff73ac929231 none
Vazzz007/n-puzzle-RL fe7a50bd622c48ba2b4a239e4649d5effc10081b none
xinleipan/gym-gridworld c311bf27fe89c343f5f9a4a2bb6391c14ac98800 none
yoavain/gym-rubik 1a6bc8439146a6d203b92ba1e254f81f5c499760 none
Youssef-Mohammed72/Warehouse-Robot 979975160625746b7bca6e60512ac94cd0d3a936 none
zhiming-xu/CS188 693550fd5f68e22339c6282c5b9251f680a2fc95 educational use (UC Berkeley)
absl-py 2.5.1 Apache-2.0
bsuite 0.3.6 Apache-2.0
dm_env 1.6 Apache-2.0
easyAI 2.0.12 MIT
frozendict 2.5.1 LGPL-3.0
gridworlds 0.1 MIT
gym_classics 1.0.0 MIT
gym_multigrid 1.0.0 Apache-2.0
gym_sokoban 0.0.6 MIT
gym_tictactoe 0.30 MIT
gymnasium 1.4.0 MIT
imageio 2.38.1 BSD-2-Clause
immutabledict 4.3.1 MIT
lbforaging 2.0.0 MIT
magiccube 1.2.0 MIT
mctspy 0.1.1 MIT
minigrid 3.2.0 Apache-2.0
mo_gymnasium 1.3.2 MIT
msdm 0.11 MIT
nasim 0.12.0 MIT
networkx 3.6.1 BSD-3-Clause
or_gym 0.5.0 MIT
pandas 3.1.1 BSD-3-Clause
pettingzoo 1.27.0 MIT
prettytable 3.18.0 BSD-3-Clause
pygame 2.6.1 LGPL
rubik-cube 0.0.2 MIT
rware 2.0.0 MIT
safety-gridworlds-gymnasium 2.0.4 Apache-2.0
six 1.17.0 MIT
sliding_puzzles 0.9.3 MIT
slidingpuzzle 0.1.5 Apache-2.0
tabulate 0.10.0 MIT
termcolor 3.3.0 MIT
tqdm 4.70.1 MPL-2.0 AND MIT
wcwidth 0.9.4 MIT
"""
"""Names, versions and licences (none: nothing is said); the last ones are needed by others."""

SOURCES = tuple(Source(*row.split(" ", 2)) for row in TABLE.strip().splitlines())


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


def stand_in(name: str, **names: Any) -> Any:
    """A module of this name for sources that import what they do not need here."""
    module = types.ModuleType(name)
    vars(module).update(names)
    return sys.modules.setdefault(name, module)


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
