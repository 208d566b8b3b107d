"""Gymnasium's Blackjack over what its player sees: the sum, the dealer's card, a usable ace.

The environment has no table, and its object holds a card that no player sees. Its own `step` says
what happens, one draw at a time: it is stopped where it draws, and taken again with each card in
its place. Hands are kept by what their sums are made of, so that few of them are different. The
dealer's hidden card is drawn when the dealer plays: nothing shows it before, so that is the same.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from typing import Any

from introplan.programs.chance import ChanceProgram, chance_program

HOME = "gymnasium.envs.toy_text.blackjack"

DEALT = "reset"
"""The state in which no card is dealt yet: whatever is done there deals."""

Seen = tuple[int, ...]
"""The sum, the dealer's card, whether there is a usable ace; and a 1 more for a natural, where
that pays in a way of its own."""

Row = tuple[float, Any, float, bool]


def blackjack_world(env: Any, name: str) -> ChanceProgram | None:
    """The world of a Blackjack of Gymnasium's; None for everything else."""
    kind = type(env)
    if kind.__name__ != "BlackjackEnv" or kind.__module__ != HOME:
        return None
    return chance_program(actions=(0, 1), outcomes=_Table(env).outcomes, name=name)


def seen_in(env: Any) -> Seen:
    """What the player sees."""
    seen = tuple(int(part) for part in env._get_obs())
    is_natural = sorted(env.player) == [1, 10] and (env.natural or env.sab)
    return (*seen, 1) if is_natural else seen


class _AskedError(BaseException):
    """A card is to be drawn from this deck."""

    def __init__(self, deck: Sequence[int]) -> None:
        super().__init__()
        self.deck = deck


class _Stacked:
    """A generator that gives one known card, if any, and stops at the next draw."""

    def __init__(self, cards: list[int]) -> None:
        self.cards = cards

    def choice(self, deck: Sequence[int]) -> int:
        """The known card."""
        if self.cards:
            return self.cards.pop()
        raise _AskedError(deck)


class _Table:
    """Outcomes by state and action, found when they are asked for."""

    def __init__(self, env: Any) -> None:
        self.env = copy.copy(env)
        self.env.render_mode = None
        self._known: dict[Any, list[Row]] = {}

    def outcomes(self, state: Any, action: int) -> list[Row]:
        """(probability, state, reward, is over)."""
        if (state, action) not in self._known:
            found = self._deal() if state == DEALT else self._played(state, action)
            self._known[state, action] = _merged(found)
        return self._known[state, action]

    def _deal(self) -> list[Row]:
        """The player's two cards and the dealer's first, each by itself."""
        deck = _shares(self._asked([10, 6], [10], 1))
        found = []
        for first, p in deck.items():
            for second, q in deck.items():
                for card, r in deck.items():
                    self.env.player, self.env.dealer = [first, second], [card]
                    found.append((p * q * r, seen_in(self.env), 0.0, False))
        return found

    def _played(self, state: Seen, action: int) -> list[Row]:
        if not action:
            return self._stand(_hand_of((state[0], 0, 0, *state[3:])), [state[1]])
        player, dealer = _hand_of(state), [state[1]]
        found = []
        for card, share in _shares(self._asked(player, dealer, action)).items():
            row = self._stepped(player, dealer, action, [card])
            assert isinstance(row, tuple), "one card is drawn"
            found.append((share, *row[1:]))
        return found

    def _stand(self, player: list[int], dealer: list[int]) -> list[Row]:
        """What the dealer comes to from this hand; what is paid then depends on few hands."""
        key = (*player, None, *dealer)
        if key not in self._known:
            after = self._stepped(player, dealer, 0, [])
            self._known[key] = (
                [after] if isinstance(after, tuple) else self._drawn(player, dealer, after)
            )
        return self._known[key]

    def _drawn(self, player: list[int], dealer: list[int], deck: list[int]) -> list[Row]:
        found = []
        for card, share in _shares(deck).items():
            after = self._stand(player, _collapsed([*dealer, card]))
            found += [(share * p, *rest) for p, *rest in after]
        return _merged(found)

    def _stepped(
        self, player: list[int], dealer: list[int], action: int, cards: list[int]
    ) -> Row | list[int]:
        """What a step leads to, or the deck from which it draws beyond these cards."""
        env = self.env
        env.player, env.dealer = list(player), list(dealer)
        env._np_random = _Stacked(cards)
        try:
            _, reward, is_over, *_ = env.step(action)
        except _AskedError as asked:
            return list(asked.deck)
        return 1.0, None if is_over else seen_in(env), float(reward), bool(is_over)

    def _asked(self, player: list[int], dealer: list[int], action: int) -> list[int]:
        found = self._stepped(player, dealer, action, [])
        assert isinstance(found, list), "a hit draws"
        return found


def _merged(rows: list[Row]) -> list[Row]:
    """Equal outcomes as one."""
    found: dict[Any, float] = {}
    for probability, *outcome in rows:
        key = tuple(outcome)
        found[key] = found.get(key, 0.0) + probability
    return [(probability, *outcome) for outcome, probability in found.items()]


def _shares(deck: Sequence[int]) -> dict[int, float]:
    """The cards of a deck with their probabilities."""
    return {card: count / len(deck) for card, count in Counter(map(int, deck)).items()}


def _collapsed(hand: list[int]) -> list[int]:
    """A hand with the same sum, ace or not, and natural if it is one; few hands are different."""
    if len(hand) < 3:
        return sorted(hand)
    total = sum(hand)
    return [0, 1, total - 1] if 1 in hand else [0, 0, total]


def _hand_of(state: Seen) -> list[int]:
    """A hand that looks like this."""
    total, _, has_usable_ace, *natural = state
    if natural:
        return [1, 10]
    return [0, 1, total - 11] if has_usable_ace else [0, 0, total]
