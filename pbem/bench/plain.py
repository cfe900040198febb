"""The yardstick: liar's dice as one would write it in an afternoon, without log or views.

The rules are those of the smallest game in `pbem/games`: five dice each, ones are wild, bids go
up, who is wrong loses a die. A bid is a number: six for every die, and its face.
"""

from __future__ import annotations

import random

DICE = 5
FACES = range(1, 7)
DOUBT = -1


class PlainDice:
    """A game in progress."""

    def __init__(self, seats: int, rng: random.Random) -> None:
        self.rng = rng
        self.dice = [DICE] * seats
        self.turn = int(rng.random() * seats)
        self.over = False
        self.shake()

    def shake(self) -> None:
        """A new round: everybody rolls, no bid stands."""
        self.cups = [self.rng.choices(FACES, k=n) for n in self.dice]
        self.bid = -1
        self.bidder = -1

    def legal(self) -> list[int]:
        """Every higher bid that the dice allow, and doubting if there is a bid."""
        raises = list(range(self.bid + 1, 6 * sum(self.dice)))
        return [DOUBT, *raises] if self.bid >= 0 else raises

    def play(self, move: int) -> None:
        """Raise or doubt, if that is allowed."""
        if move == DOUBT and self.bid >= 0:
            self.settle()
        elif self.bid < move < 6 * sum(self.dice):
            self.bid, self.bidder = move, self.turn
            self.turn = self.next_seat(self.turn)
        else:
            raise ValueError(f"{move} is not allowed.")

    def settle(self) -> None:
        """Lift the cups: who is wrong loses a die and begins."""
        count, face = self.bid // 6 + 1, self.bid % 6 + 1
        there = sum(die == face or die == 1 for cup in self.cups for die in cup)
        loser = self.turn if there >= count else self.bidder
        self.dice[loser] -= 1
        self.over = sum(n > 0 for n in self.dice) == 1
        if not self.over:
            self.turn = loser if self.dice[loser] else self.next_seat(loser)
            self.shake()

    def next_seat(self, seat: int) -> int:
        """The next who still has dice."""
        seat = (seat + 1) % len(self.dice)
        while not self.dice[seat]:
            seat = (seat + 1) % len(self.dice)
        return seat


def play_plain(seats: int, seed: int, rng: random.Random) -> list[int]:
    """A game of random legal moves; the moves, which with the seed are its log."""
    game = PlainDice(seats, random.Random(seed))
    moves = []
    while not game.over:
        legal = game.legal()
        move = legal[int(rng.random() * len(legal))]
        game.play(move)
        moves.append(move)
    return moves


def replay_plain(seats: int, seed: int, moves: list[int]) -> PlainDice:
    """The game again from its log, every move checked."""
    game = PlainDice(seats, random.Random(seed))
    for move in moves:
        game.play(move)
    return game
