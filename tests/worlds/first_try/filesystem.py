"""A file tree of nodes with parent links; mv and rmdir until it is tidy."""

import copy

import introplan as ip


class Node:
    def __init__(self, name, is_dir=False):
        self.name = name
        self.is_dir = is_dir
        self.parent = None
        self.children = []

    def add(self, child):
        child.parent = self
        self.children.append(child)
        return child

    def path(self):
        if self.parent is None:
            return ""
        return self.parent.path() + "/" + self.name

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

    def is_below(self, other):
        node = self
        while node is not None:
            if node is other:
                return True
            node = node.parent
        return False


def build():
    root = Node("", True)
    docs = root.add(Node("docs", True))
    pics = root.add(Node("pics", True))
    old = docs.add(Node("old", True))
    old.add(Node("cat.png"))
    docs.add(Node("dog.png"))
    pics.add(Node("notes.txt"))
    return root


NAMES = ["docs", "pics", "old", "cat.png", "dog.png", "notes.txt"]


class FileTree:
    def __init__(self, root):
        self.root = root

    def find(self, name):
        for node in self.root.walk():
            if node.name == name:
                return node
        raise KeyError(name)

    def legal_actions(self):
        moves = []
        for name in NAMES[2:]:
            for target in NAMES[:3]:
                try:
                    node, place = self.find(name), self.find(target)
                except KeyError:
                    continue
                if node is not place and not place.is_below(node) and node.parent is not place:
                    moves.append(("mv", name, target))
        try:
            if not self.find("old").children:
                moves.append(("rmdir", "old"))
        except KeyError:
            pass
        return moves

    def apply_action(self, action):
        node = self.find(action[1])
        node.parent.children.remove(node)
        if action[0] == "mv":
            self.find(action[2]).add(node)

    def is_terminal(self):
        paths = sorted(n.path() for n in self.root.walk() if not n.children)
        return paths == ["/docs/notes.txt", "/pics/cat.png", "/pics/dog.png"]

    def returns(self):
        return [1.0 if self.is_terminal() else 0.0]

    def clone(self):
        return copy.deepcopy(self)


def make():
    return ip.from_problem(FileTree(build()))
