"""Where every special may be, worked out from what a seat was told.

Each shuffle makes a batch: specials that everybody had seen, and some that were face down before and
came over from the batch before. A draw takes a card of the present batch. What nobody has seen of a
batch may be any of its cards; but when a seat shows a special, one of its earlier draws was that card,
and where the seat has drawn from several batches it must be decided which. Once that is decided, the
rest of each batch can be dealt to the remaining draws in any way: nothing that was seen forbids it.
"""

from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Iterator
from random import Random

from msgspec import Struct, structs

from ...cards import Special
from ...errors import Malformed
from ...specials.events import SpecialUsed
from ...specials.table import Specials
from .events import SpecialDiscarded, SpecialDrawn, SpecialsDealt, SpecialsShuffled, TrailEvent
from .table import in_order

PATIENCE = 200
"""How many wrong turns a search takes before it starts again; each new attempt is allowed twice as many."""

MOST_PATIENCE = PATIENCE << 10
"""After this many, the trail was made up: real ones need only a few."""

MOST_DEALT = 100
NO_DEAL = "No deal of the specials agrees with what this view says about them."

Trail = tuple[TrailEvent, ...]
Place = tuple[int, int]  # the event, and which of its cards


class Batch(Struct):
    """What is left of a shuffled pile once the cards that are accounted for are out of it."""

    face_up: Counter[Special]
    carried: int  # cards of the batch before


class Choice(Struct, frozen=True, gc=False):
    """Where a card that was seen came from: drawn from one batch, and face up before that one or an earlier one."""

    batch: int
    origin: int


class Sighting(Struct, frozen=True):
    """A special of which everybody knows that a seat had it, drawn before this time from one of these batches."""

    seat: int | None  # None: the draw itself was seen
    special: Special
    time: int
    batches: tuple[int, ...]


class Search:
    """Decides for every sighting which batch the card came from, at random and without contradiction."""

    def __init__(self, trail: Trail) -> None:
        """Sort what was told into batches, hidden draws and sightings."""
        self.batches: list[Batch] = []
        self.draws: dict[tuple[int, int], list[Place]] = defaultdict(list)  # hidden ones by seat and batch
        self.sightings: list[Sighting] = []
        self.matched: dict[tuple[int, int], list[int]] = defaultdict(list)  # times of sightings, by seat and batch
        for time, event in enumerate(trail):
            self.read(time, event)
        self.sightings.sort(key=lambda sighting: len(sighting.batches))  # the forced ones first

    def read(self, time: int, event: TrailEvent) -> None:
        """Note one event."""
        match event:
            case SpecialsShuffled(face_up, face_down):
                self.batches.append(Batch(Counter(face_up), face_down))
            case SpecialsDealt(seat, count, specials):
                if count > MOST_DEALT:
                    raise Malformed("bad_view", NO_DEAL)
                self.draw(time, seat, specials or (None,) * count)
            case SpecialDrawn(seat, special):
                self.draw(time, seat, (special,))
            case SpecialUsed(seat, special) | SpecialDiscarded(seat, special):
                batches = tuple(batch for batch in range(len(self.batches)) if (seat, batch) in self.draws)
                if batches:
                    self.sightings.append(Sighting(seat, special, time, batches))

    def draw(self, time: int, seat: int, specials: tuple[Special | None, ...]) -> None:
        """Note cards that went to a hand: seen ones, or hidden ones."""
        batch = len(self.batches) - 1
        for number, special in enumerate(specials):
            if special is None:
                self.draws[seat, batch].append((time, number))
            else:
                self.sightings.append(Sighting(None, special, time, (batch,)))

    def run(self, rng: Random) -> list[Choice]:
        """Decide all sightings, with as many attempts as it takes: what really happened is one solution."""
        patience = PATIENCE
        while patience <= MOST_PATIENCE:
            chosen = self.attempt(rng, patience)
            if chosen is not None:
                return chosen
            patience *= 2
        raise Malformed("bad_view", NO_DEAL)

    def attempt(self, rng: Random, patience: int) -> list[Choice] | None:
        """Decide one sighting after another, and backtrack from dead ends."""
        chosen: list[Choice] = []
        ways: list[Iterator[Choice]] = []
        while len(chosen) < len(self.sightings):
            if len(ways) == len(chosen):
                ways.append(self.ways(self.sightings[len(chosen)], rng))
            choice = next(ways[-1], None)
            if choice is not None:
                self.account(self.sightings[len(chosen)], choice, -1)
                chosen.append(choice)
                continue
            if not chosen:
                raise Malformed("bad_view", NO_DEAL)
            ways.pop()
            patience -= 1
            self.go_back(chosen, len(chosen) - 1 if patience else 0)
            if not patience:
                return None
        return chosen

    def go_back(self, chosen: list[Choice], length: int) -> None:
        """Undo the last decisions."""
        while len(chosen) > length:
            self.account(self.sightings[len(chosen) - 1], chosen.pop(), +1)

    def account(self, sighting: Sighting, choice: Choice, sign: int) -> None:
        """Take the seen card out of its batch, or put it back."""
        self.batches[choice.origin].face_up[sighting.special] += sign
        for number in range(choice.origin + 1, choice.batch + 1):
            self.batches[number].carried += sign
        if sighting.seat is not None:
            times = self.matched[sighting.seat, choice.batch]
            insort(times, sighting.time) if sign < 0 else times.remove(sighting.time)

    def ways(self, sighting: Sighting, rng: Random) -> Iterator[Choice]:
        """Everything possible now in a random order, likely choices earlier."""
        found = []
        for batch in sighting.batches:
            room = self.room(sighting, batch)
            origin, chance = self.origin(batch, sighting.special) if room else (None, 0)
            if origin is not None:
                found.append((Choice(batch, origin), chance * room))
        if len(found) > 1:
            found.sort(key=lambda way: rng.random() ** (1 / way[1]), reverse=True)
        return iter([choice for choice, _ in found])

    def origin(self, number: int, special: Special) -> tuple[int | None, float]:
        """The latest batch that a special of this one can be from, and how likely a card is that one.

        Taking the latest loses nothing: a copy that stays behind can be any card that is not seen.
        """
        share = 1.0
        while True:
            batch = self.batches[number]
            size = batch.face_up.total() + batch.carried
            if batch.face_up[special]:
                return number, share * batch.face_up[special] / size
            if not batch.carried:
                return None, 0
            share *= batch.carried / size
            number -= 1

    def room(self, sighting: Sighting, batch: int) -> int:
        """How many hidden draws of the batch this sighting could be; every sighting needs an earlier one of its own."""
        if sighting.seat is None:
            return 1
        draws = self.draws[sighting.seat, batch]
        times = sorted((*self.matched[sighting.seat, batch], sighting.time))
        if len(times) > len(draws) or any(draw[0] > time for draw, time in zip(draws, times, strict=False)):
            return 0
        return len(draws) - len(times) + 1


def complete(trail: Trail, rng: Random) -> tuple[Trail, Specials]:
    """Give every hidden draw a special that contradicts nothing in the trail; the rest is the draw pile."""
    search = Search(trail)
    chosen = search.run(rng)
    drawn = match_draws(search, chosen, rng)
    rest: list[Special] = []
    for number, batch in enumerate(search.batches):
        rest += batch.face_up.elements()
        rng.shuffle(rest)
        for (_, drawn_from), places in search.draws.items():
            if drawn_from == number:
                drawn |= {place: rest.pop() for place in places if place not in drawn}
    return tuple(filled_in(time, event, drawn) for time, event in enumerate(trail)), tuple(rest)


def match_draws(search: Search, chosen: list[Choice], rng: Random) -> dict[Place, Special]:
    """Let every sighting be one of the draws that it can be."""
    drawn: dict[Place, Special] = {}
    decided = zip(search.sightings, chosen, strict=True)
    for sighting, choice in sorted(decided, key=lambda pair: pair[0].time):
        if sighting.seat is not None:
            draws = search.draws[sighting.seat, choice.batch]
            possible = [place for place in draws if place[0] < sighting.time and place not in drawn]
            drawn[rng.choice(possible)] = sighting.special
    return drawn


def filled_in(time: int, event: TrailEvent, drawn: dict[Place, Special]) -> TrailEvent:
    """The event with the specials that were drawn there."""
    match event:
        case SpecialDrawn(special=None):
            return structs.replace(event, special=drawn[time, 0])
        case SpecialsDealt(count=count, specials=None):
            return structs.replace(event, specials=in_order(tuple(drawn[time, number] for number in range(count))))
    return event


def hands_of(trail: Trail, players: int) -> tuple[Specials, ...]:
    """What a trail without gaps leaves in each hand."""
    hands: list[Counter[Special]] = [Counter() for _ in range(players)]
    for event in trail:
        match event:
            case SpecialsDealt(seat, _, specials):
                hands[seat].update(specials or ())
            case SpecialDrawn(seat, special) if special is not None:
                hands[seat][special] += 1
            case SpecialUsed(seat, special) | SpecialDiscarded(seat, special):
                hands[seat][special] -= 1
    return tuple(in_order(tuple(hand.elements())) for hand in hands)
