"""The engine: rules as coroutines on a log. It knows no game, no clock and no database."""

from .codec import Codec, Unreadable
from .dice import Dice, LoadedDice, commitment_of, phrase_hash
from .event import NOBODY, PUBLIC, Event, Reopened, Sealed, Unsealed, only
from .game import BadSetting, Bot, Choice, Game, Meta, Question, RandomBot
from .kinds import Amount, ChooseOne, ChooseSome, Ordered, Words, YesNo
from .log import ACT, ANSWER, CLOCK, MIGRATE, PLAN, RESIGN, REWIND, Entry, Snapshot, Start, Step
from .match import Broken, Match
from .pack import Flaw, line_of
from .plan import Condition, Item
from .prompt import (
    NEGOTIATION,
    REACTION,
    TURN,
    Act,
    Ambiguous,
    AnswerError,
    NotAllowed,
    NotUnderstood,
    Option,
    Prompt,
)
from .replay import Diverged, Preview, begin, follow, fork, preview, replay, rewind, undo
from .state import Setting, State
from .table import Outcome, Table
from .words import PLAIN, Seat, Text, Tongue, Wording, _, n_, plain

__all__ = [
    "ACT",
    "ANSWER",
    "CLOCK",
    "MIGRATE",
    "NEGOTIATION",
    "NOBODY",
    "PLAIN",
    "PLAN",
    "PUBLIC",
    "REACTION",
    "RESIGN",
    "REWIND",
    "TURN",
    "Act",
    "Ambiguous",
    "Amount",
    "AnswerError",
    "BadSetting",
    "Bot",
    "Broken",
    "Choice",
    "ChooseOne",
    "ChooseSome",
    "Codec",
    "Condition",
    "Dice",
    "Diverged",
    "Entry",
    "Event",
    "Flaw",
    "Game",
    "Item",
    "LoadedDice",
    "Match",
    "Meta",
    "NotAllowed",
    "NotUnderstood",
    "Option",
    "Ordered",
    "Outcome",
    "Preview",
    "Prompt",
    "Question",
    "RandomBot",
    "Reopened",
    "Sealed",
    "Seat",
    "Setting",
    "Snapshot",
    "Start",
    "State",
    "Step",
    "Table",
    "Text",
    "Tongue",
    "Unreadable",
    "Unsealed",
    "Wording",
    "Words",
    "YesNo",
    "_",
    "begin",
    "commitment_of",
    "follow",
    "fork",
    "line_of",
    "n_",
    "only",
    "phrase_hash",
    "plain",
    "preview",
    "replay",
    "rewind",
    "undo",
]
