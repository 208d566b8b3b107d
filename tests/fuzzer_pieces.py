"""Pieces of programs for the fuzzer, each with holes (`wider_fuzzer.py` fills them).

{a} {b} {c} are whole numbers, {p} {q} truths, {n} {m} names that get numbers, {d} {e} names of
numbers, {i} is 0 or 1 and {k} from 1 to 3. A piece means something in CPython whatever its holes
are filled with; if a part raises, that is what it means.
"""

from __future__ import annotations

NUMBERS = r"""
divmod({a}, {k})[{i}]
({a} // ({b} or 1))
({a} % ({b} or -3))
({a} & {b})
({a} | {b})
({a} ^ {b})
(~{a})
({a} << 1)
({a} >> 1)
({a} & 6 | 1)
({p} + {q})
(True + {p} * {a})
(-{p})
({p} & {q})
({p} ^ {q})
({a} * {p})
int({a} / 2)
int(-{a} / 2)
round({a} / 2)
({a} / 4 + {b})
(2.0 if {p} else {a})
({a} // 2.0)
({a} % 2.5)
abs({a} - 0.5)
{a} ** 2
math.floor({a} / 2)
math.ceil({a} / 2)
math.gcd({a}, {b})
abs({a}).bit_length()
max({a}, {b} + 0.5)
min({a}, 1.0)
min(({a}, {b}), key=abs)
max({p}, {a})
(1 if ({a} < {b}) is True else 2)
math.isqrt(abs({a}))
bin(abs({a})).count('1')
[{a}, {b}, {c}][::-1][{i}]
[{a}, {b}, {c}, 7][{k}::-1][0]
sum([1, {a}, {b}][-2:])
[{a}, {b}, {c}].index({b})
({a}, {b}, {a}).count({a})
len([0, {a}, 2][{a}:])
sum([{a}, {b}, 3, 4][{a}:{b}])
sum((1, 2, 3, 4)[{a}::-1])
sum([1, 2, 3, 4][:{a}:2])
len(range({a}, {b}, -1))
sum(range({b}, -3, -2))
[*range({a} % 4, 7)][-1]
sorted([{a}, {b}, {c}])[1]
sorted([{a}, {b}, 2], reverse=True)[0]
sorted([({a}, 1), ({b}, 2), (1, 3)])[0][1]
sorted([({a}, 1), ({b}, 2), (1, 3)], key=lambda t: t[0])[1][1]
sorted([({a}, 1), ({b}, 2), (1, 3)], key=lambda t: -t[0], reverse=True)[1][1]
max([({a}, 5), ({b}, 4), (0, 3)], key=lambda t: t[0])[1]
min([({a}, 5), ({b}, 4), (0, 3)], key=operator.itemgetter(0))[1]
max([v for v in ({a}, {b}) if v > 1], default=-9)
min(enumerate([{a}, {b}, 1], 3))[0]
next((v for v in ({a}, {b}, {c}) if v > 1), -7)
next(iter([{a}, {b}][{i}:]))
sum(u * v for u, v in zip([{a}, 2], [{b}, {c}, 5]))
sum(u * v for u, v in zip([{a}, 2], [{b}, 5][{i}:], strict=True))
sum(i * v for i, v in enumerate([{a}, {b}], start={k}))
[*map(abs, ({a}, {b}))][{i}]
[*filter(None, [{a}, {b}, 5])][0]
[*reversed([{a}, {b}])][{i}]
[*zip([{a}], [{b}])][0][1]
([{a}] * 2 + [{b}])[{i}]
[v for w in ([{a}], [{b}, 3]) for v in w][{i}]
(lambda *r, z={a}: r[0] + z)({b}, {c})
(lambda u, /, v={a}, *, w=2: u - v + w)({b}, w={c})
[lambda: i for i in range(3)][{i}]()
[lambda i=i: i for i in range(3)][{i}]()
(lambda **kw: kw.get('u', 4) - kw['v'])(v={a}, u={b})
(lambda u, v: u - v)(*[{a}, {b}])
list({{2: {a}, 1: {b}, 0: 3}}.values())[{i}]
[*{{2: 1, **{{{k}: {a}}}}}][0]
len({{{a}, {b}, 2}})
len({{({a}, {b}), ({b}, {a})}})
sum({{{a}, {b}, True}})
len({{{a}, {b}}} | {{1, {c}}})
len({{{a}, {b}}} & {{1, {c}}})
len({{{a}, 2}} ^ {{{b}}})
{{1: 4, 2: {a}}}[{b}]
{{0: {a}, {k}: {b}}}[{c}]
dict(zip((1, 2), ({a}, {b})))[{c}]
{{**{{0: {a}}}, **{{{i}: 2}}}}[{b}]
{{i: i * {a} for i in (1, 2)}}[2]
{{True: {a}, 0: 4}}.get(1)
{{{k}: 6}}.pop({b}, 2)
max({{-2: {a}, 1: {b}}}.values())
sum(v for u, v in {{2: {a}, -1: {b}}}.items() if u > v)
collections.deque([{a}, {b}, {c}])[{i}]
'abcab'.find('ab'[{i}])
'abcab'.rfind('b')
'abc'.index('abcd'[{a} % 4])
len('ab' * {a})
'abcde'[{a}:].count('d')
len(str({a}))
len(f'{{{d}}}{{{e}}}')
ord('abcd'[{a} % 4]) - 97
len('a b  c'.split()) + {a}
''.join(['ab'[{p}], 'c']).index('c')
len('a,b,,c'.split(',')[{i}])
'xyx'.replace('x', 'ab' if {p} else '').find('y')
len('-'.join('ab'[: {a}]))
len('abc'[{a}:{b}])
'cab'[::-1].index('c' if {p} else 'b')
len('  ab '.strip())
'ab'.upper().find('B' if {q} else 'b')
ord(chr(97 + {a} % 3))
int('12'[{p}])
int(str({a})) if {p} else 3
functools.reduce(lambda u, v: u - v, [{a}, {b}, 2])
functools.reduce(operator.add, [{a}, {b}], 3)
len([t for t in itertools.product((0, {a}), (1, {b})) if t[0] < t[1]])
[*itertools.chain([{a}], [{b}])][1]
[*itertools.combinations([{a}, {b}, 3], 2)][{i}][1]
sum(v for u, v in itertools.pairwise([{a}, {b}, 1]) if u)
[*itertools.permutations([{a}, {b}, 3])][{i}][1]
Level.LOW + {a}
(Level.HIGH if {p} else Level.LOW).value
(Mask.A | Mask.B).value & {a}
Level({a} % 3)
Dot({a}, {b}).far
(Dot({a}, {b}) + Dot(1, {c})).x
Dot({a}, 1).moved(y={b}).y
Dot({a}, {b})(2)
(3 if Dot({a}, {b}) else {c})
len([*Dot({a} % 3, 2)])
Dot.made({a}).x
Dot.COUNT + {a}
(z := {a}) + z
(None or {a})
[None, {a}, 0][{p}] or {b}
""".strip().splitlines()
"""Expressions that are numbers."""

TRUTHS = r"""
{a} < {b} < {c}
{a} != {b} == {c}
{a} < (z := {b}) <= z
({a}, {b}) < ({b}, {c})
[{a}, {b}] >= [{b}]
{a} in (True, 2.0, {b})
{a} not in [{b}, {c}]
{{{a}, {b}}} <= {{1, 2, {c}}}
{{{a}}} == {{{b}, {a}}}
({a}, {b}) in {{(1, 2), ({c}, 0)}}
{{1: {a}}} == {{1: {b}}}
{a} == {p}
{p} == {q}
{p} != {q}
{p} < {q}
bool({a})
not {a}
'ab' * {a} == 'abab'
str({a}) < str({b})
f'{{{d}}}' == '1'
f'{{{d}}},{{{e}}}' == '1,2'
'abcab'.startswith('ab', {a})
'ab'[{p}] in 'bcd'
'abc'[{a}:{b}] == 'b'
str({a}).isdigit()
(None if {p} else {a}) is None
[None, {a}][{q}] == {b}
isinstance({a}, bool)
isinstance({p} or {a}, int)
all(v > 0 for v in [{a}, {b}][:{k}])
any([{a}, {b}, 0])
{a} / 2 == {b} // 2
{a} * 0.5 > {b}
Level.LOW == {a}
Level.LOW is Level({a} % 3)
Level.HIGH > {a}
bool(Mask.A & Mask({a} % 4))
Mask.B in Mask({a} % 4)
Dot({a}, 1) == Dot({b}, 2)
Dot({a}, {b}) in [Dot(1, 1)]
bool(Dot({a}, {b}))
{a} in Dot({b}, 3)
Dot({a}, 1) < Dot({b}, 2)
{a} is None
(True, {a}) == (1, {b})
[1, {a}] == [True, 1.0]
{a} % 2 == 0 and {b} // {a} > 0
hash({a}) == {b}
(lambda: {p})()
({a}).__lt__({b}) is True
tuple([{a}, {b}]) == ({a}, 2)
len({{*[{a}, {b}]}}) == 1
(z := {p}) or not z
0 < {a} == {p}
""".strip().splitlines()
"""Expressions that are true or false."""

STATEMENTS = r"""
{n}, {m} = {m}, {a}

{n} = {m} = {a}

{n}, *rest = [{a}, {b}, {c}]
{m} = len(rest) + rest[-1]

{n} += {a}
{m} -= {n}

{n} //= 2

{n} %= -3

{n} &= 5

{n} ^= {a}

other = cells
other[{i}] = {a}

other = cells[:]
other[0] = {a}
{n} = other[0] - cells[0]

other = extra
other += [{a}]
{n} = len(extra)

other = cells
other = other + [{a}]
{n} = len(cells)

grid = [[{a}, 0]] * 2
grid[0][1] = {b}
{n} = grid[1][1]

grid = [[{a}, 0] for _ in (0, 1)]
grid[{i}][1] = {b}
{n} = grid[1][1]

try:
    cells[0] = {a}
    cells[{b}] = {c}
    cells[2] = 9
except IndexError:
    {n} = cells[0]

try:
    {n} += 1
    {m} = PRICES[{a}]
except KeyError:
    {m} = {n}
else:
    {m} += 1

try:
    {n} = [{a}, {b}].index({c})
except ValueError:
    {n} = -5

try:
    if {p}:
        raise ValueError({a})
    {n} = 1
except ValueError:
    {n} = 7

try:
    {n} = 1 // {a}
except ArithmeticError:
    {n} = 8

for v in ({a}, {b}, 1):
    if v == {c}:
        break
    {n} += v
else:
    {m} = -1

k = 0
while k < 3 and {n} < 4:
    k += 1
    if {p}:
        continue
    {n} += k

for k, v in enumerate(cells):
    if v > {a}:
        cells[k] = {b}
        break

for k in range(len(cells) - 1, -1, -1):
    if cells[k] == {a}:
        del cells[k]

cells.insert({i}, {b})

{n} = cells.pop({i})

cells.pop()

if {a} in cells:
    cells.remove({a})

cells.sort()

cells.sort(key=lambda v: -v)

cells.reverse()

cells[1:2] = [{a}, {b}]

cells.extend(v for v in ({a}, {b}) if v > 0)

cells[-1] += {a}

del cells[{i}]

cells[::2] = cells[::2][::-1]

d = {{1: {a}, 2: 3}}
d[{k}] = {b}
{n} = d.get({c}, 0)
{m} = len(d)

d = {{1: {a}}}
d.setdefault({k}, {b})
d.update({{2: 6}})
{n} = sum(d.values())

d = {{1: {a}, 2: {b}}}
{n} = d.pop({c}, 3)
d[1] = 0
{m} = [*d][0]

s = {{1, {a}}}
s.add({b})
s.discard({c})
{n} = len(s)

s = {{1, {a}}}
s -= {{{b}}}
{n} = sum(s)

q = collections.deque([{a}, {b}])
q.appendleft({c})
q.rotate({k})
{n} = q.popleft()
{m} = q[-1]

t = 'ab.c'
g = t.index('.')
to = {a} % 4
u = list(t)
u[g], u[to] = u[to], u[g]
t = ''.join(u)
{n} = t.find('a')

t = 'ab.c'
k = {a} % 3
t = t[:k] + t[k + 1] + t[k] + t[k + 2:]
{n} = t.index('.')

def bump(v, by={a}):
    cells[0] = v + by
    return cells[0] > 0
if bump({b}) and bump({c}, 1):
    {m} = 0

def some(v):
    for w in (1, 2, 3):
        if w > v:
            return
        yield w
{n} = sum(some({a}))

def many(*r, **kw):
    return len(r) + sum(kw.values())
{n} = many(*cells, u={a}, **{{'w': {b}}})

match ({a}, {b}):
    case (0, v):
        {n} = v
    case (1 | 2 as v, 0):
        {n} = -v
    case (v, w) if v == w:
        {n} = 9
    case _:
        {m} = 1

match [{a}, *cells]:
    case [1, *r]:
        {n} = len(r)
    case [v, _, 0, *_]:
        {n} = v

match Dot({a}, {b}):
    case Dot(x=1, y=v):
        {n} = v
    case Dot(v, 0):
        {n} = v

match {p}:
    case True:
        {n} = 1
    case 0:
        {n} = 2

box = Box({a})
box.put({b})
{n} = box.peek
{m} = box.taken

box = same = Box({a})
same.v += 1
{n} = box.v

box = Box({a})
if box.peek == {b} and box.peek > 0:
    {n} = box.taken

assert {p} or {q}

v = None
if {p}:
    v = {a}
{n} = 3 if v is None else v

v = None if {p} else ({a}, {b})
if v:
    {n} = v[{i}]

p1 = p2 = [{a}]
if {p}:
    p2 = [{b}]
p1[0] = 5
{n} = p2[0]
flag = p1 is p2

flag = {p}

flag ^= {p}

flag &= {a} > 0
""".strip().split("\n\n")
"""Statements, perhaps several."""
