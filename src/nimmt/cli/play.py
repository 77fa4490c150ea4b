"""A game in the terminal: one person, and bots on the other seats."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.rule import Rule
from rich.text import Text

from ..actions import Action
from ..botlink import BotFailed, SafeBot, find_bot
from ..bots import Histories, ask, say_goodbye
from ..events import Event
from ..games.registry import known_as
from ..kernels.host import available
from ..records import Recorder, replay
from ..specials.actions import Pass
from ..words import Words, language_of, rules_page
from .ask import PROMPTS, refused
from .boards import board
from .commands import program
from .options import fan_cards, game_name, say_options
from .problems import problem
from .prompts import Prompt, Question
from .saves import Saved, save, typed
from .scene import Scene
from .sheets import score_sheet
from .table import team_pile, team_scores
from .tell import tell

COMMANDS = ("table", "scores", "rules", "quit", "help")
"""What can be typed at any time."""

TEAM_COMMANDS = ("pile", *COMMANDS)
"""The same in a team."""


class Quit(Exception):
    """The person at the keyboard wants to stop."""


class Session:
    """One sitting at one table."""

    def __init__(self, words: Words, recorder: Recorder, seat: int, bots: Sequence[str], path: Path | None) -> None:
        """Sit down; `bots` are named by seat, and `path` is where the game is saved, if anywhere."""
        self.words = words
        self.console = Console(highlight=False)
        self.recorder = recorder
        self.seat = seat
        self.bots = tuple(bots)
        self.path = path
        game = recorder.game
        self.scene = Scene(words, known_as(game.setup), recorder.names, game.players, seat, game.rules.heads)
        found = {other: find_bot(name, game.setup) for other, name in enumerate(bots) if other != seat}
        self.players = {other: SafeBot(bot, self.tell_failure) for other, bot in found.items()}
        self.seed = recorder.dealer.seed  # type: ignore[union-attr]
        self.histories = Histories(recorder.game.players)
        for step in replay(recorder.record()):
            self.histories.add(step.events)
        self.told = 0
        self.passing = False

    @property
    def view(self) -> Any:
        """The table as the person sees it."""
        return self.recorder.state.view(self.seat)

    def run(self) -> None:
        """Play to the end, or until the person quits; either way nothing is lost."""
        self.save()
        try:
            while self.recorder.state.outcome is None:
                self.turn(self.recorder.state.to_act[0])
                self.save()
        except (Quit, KeyboardInterrupt, EOFError):
            self.goodbye()
            return
        say_goodbye(self.recorder, self.players, self.histories)
        self.catch_up()
        if self.path:
            self.print(self.words.say("play.replay", command=f"{program()} replay {typed(self.path)}"))
            self.offer_review(self.path)

    def offer_review(self, path: Path) -> None:
        """Say how to find out what each decision was worth, where that can be told."""
        if available():
            from ..review import can_review

            seat = f" --seat {self.seat + 1}" if self.seat else ""
            if can_review(self.recorder.game.setup):
                self.print(self.words.say("play.review", command=f"{program()} review {typed(path)}{seat}"))

    def turn(self, seat: int) -> None:
        """Let a seat answer."""
        if seat in self.players:
            ask(self.players[seat], self.recorder, self.histories, seat, self.seed)
        else:
            self.catch_up()
            self.histories.add(self.recorder.step(seat, self.answer()))

    def tell_failure(self, failure: BotFailed) -> None:
        """Say what somebody's bot did wrong; the game goes on with the default answer."""
        seat = failure.where.get("seat")
        bot = self.bots[seat] if isinstance(seat, int) else ""
        self.print(self.words.say("play.bot_failed", bot=bot, reason=failure.told(self.words)), "yellow")

    def catch_up(self) -> None:
        """Tell what has happened since the person was last asked."""
        events = self.histories.of(self.seat)
        self.show(events[self.told :])
        self.told = len(events)

    def show(self, events: Sequence[Event]) -> None:
        """Tell these events."""
        for piece in tell(self.scene, events, self.view.scores):
            self.console.print(piece)

    # --- Asking --------------------------------------------------------------------------------

    def answer(self) -> Action:
        """Ask until there is an answer that the rules allow."""
        state = self.recorder.state
        if self.passes(state.phase):
            return Pass()
        prompt = PROMPTS[state.phase]
        question = Question(self.scene, state.game, self.view, state.legal(self.seat), self.console.width)
        self.draw(question, prompt)
        while True:
            text = self.read(prompt.words(question))
            if self.command(text.lower(), question, prompt):
                continue
            action = prompt.read(question, text)
            if action is None:
                hint = prompt.hint(question)
                self.print(self.words.say("ask.not_understood", text=text[:40], hint=hint), "yellow")
            elif refusal := state.refusal(self.seat, action):
                self.print(f"{refused(self.scene, refusal, action)} {prompt.hint(question)}", "yellow")
            else:
                return action

    def passes(self, phase: str) -> bool:
        """Whether the person has passed for the rest of the turn."""
        self.passing = self.passing and phase != "card"
        return self.passing and phase == "window"

    def read(self, words: str) -> str:
        """Ask and read a line; input that is piped in is echoed, as a terminal would."""
        text = self.console.input(Text.assemble((words, "bold"), " > ")).strip()
        if not sys.stdin.isatty():
            self.print(text)
        return text

    def draw(self, question: Question, prompt: Prompt) -> None:
        """The table and what can be chosen."""
        self.console.print(board(self.scene, question.game, question.view, self.console.width))
        self.console.print(prompt.show(question))

    def command(self, text: str, question: Question, prompt: Prompt) -> bool:
        """Carry out a command typed instead of an answer; returns whether it was one."""
        match text:
            case "" if question.view.phase == "cancel":
                return False  # the first choice
            case "":
                pass
            case "00" if self.scene.is_team and question.view.phase == "window":
                self.passing = True
                return False
            case "q" | "quit" | "exit":
                raise Quit
            case "?" | "h" | "help":
                self.explain(prompt.hint(question))
            case "t":
                self.draw(question, prompt)
            case "s" if self.scene.is_team:
                self.console.print(team_scores(self.scene, question.view))
            case "s":
                self.console.print(score_sheet(self.scene, question.view.scores))
            case "p" if self.scene.is_team:
                self.console.print(team_pile(self.scene, question.view, self.console.width))
            case "rules":
                for page in (known_as(question.game.setup), *fan_cards(question.game.setup)):
                    self.console.print(Markdown(rules_page(self.words.language, page)))
            case _:
                return False
        return True

    def explain(self, hint: str) -> None:
        """List what can be typed."""
        self.print(hint)
        for name in TEAM_COMMANDS if self.scene.is_team else COMMANDS:
            self.print(f"  {self.words.say(f'ask.also.{name}')}")

    # --- Keeping -------------------------------------------------------------------------------

    def save(self) -> None:
        """Save the game; a full disk is no reason to stop playing."""
        if self.path is None:
            return
        try:
            save(self.path, Saved(self.recorder.record(), self.seat, self.bots))
        except OSError:
            self.print(self.words.say("play.not_saved", file=self.path), "yellow")
            self.path = None

    def goodbye(self) -> None:
        """Say how to resume the game."""
        self.console.print()
        self.print(self.words.say("play.stopped" if self.path else "play.stopped_unsaved"))
        if self.path:
            language = "" if language_of(os.environ) == self.words.language else f" --lang {self.words.language}"
            command = f"{program()} play --resume {typed(self.path)}{language}"
            self.print(self.words.say("play.resume", command=command))

    def print(self, text: str, style: str = "") -> None:
        """Print plain text; a line that names the saved game is not wrapped, so that it can be copied."""
        names = (str(self.path), typed(self.path)) if self.path else ()
        self.console.print(Text(text, style=style), soft_wrap=any(name in text for name in names))

    def open(self, seed: str | None) -> None:
        """Say what is played, against whom, and how to get help."""
        setup = self.recorder.game.setup
        self.console.print(Rule(Text(game_name(self.words, setup), style="bold"), style="cyan"))
        others = ", ".join(
            f"{self.scene.name(seat)} ({level_or_bot(self.words, name)})" for seat, name in enumerate(self.bots) if name
        )
        options = say_options(self.words, setup.key, setup.options)
        if options:
            self.print(options)
        if others:
            self.print(self.words.say("play.team" if self.scene.is_team else "play.bots", bots=others))
        if not available():
            self.print(self.words.say("levels.without_kernels"))
        if seed:
            self.print(self.words.say("play.seed", seed=seed))
        if self.path:
            self.print(self.words.say("play.saving", file=self.path), "dim")
        self.print(self.words.say("play.hint"), "dim")
        if not seed:
            self.told = len(self.histories.of(self.seat))
            self.print(self.words.say("play.resumed"))
            self.show(self.view.last)


def level_or_bot(words: Words, name: str) -> str:
    """What plays at a seat: levels have names in every language, bots have one."""
    key = f"levels.{name}.name"
    return words.say(key) if key in words else name


def check_playable(words: Words, recorder: Recorder) -> None:
    """Refuse games whose questions the terminal cannot ask yet."""
    key = recorder.game.key
    if not recorder.game.rules.questions.keys() <= PROMPTS.keys():
        name = game_name(words, recorder.game.setup)
        raise problem(words, "not_playable", game=name, command=f"{program()} rules {key}")
