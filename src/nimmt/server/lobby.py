"""Opening tables, sitting down, leaving, starting, playing again."""

import asyncio
import logging
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from ..dealer import ExplicitDealer, SeededDealer, deal_seed
from ..games.registry import game_of
from ..review.judges import advised
from ..setup import RULES, Setup
from . import clocks
from . import entries as log
from .fold import Fold, Seat
from .groups import Check, Groups, check_alone
from .logs import log_event
from .messages import TableInfo
from .moderation import check_welcome, check_words
from .plans import Plan
from .refusals import Away, Refused, before_start, host_only, id_reused, log_full, no_twin, once_only
from .secrecy import (
    NAME_LENGTH,
    claim_for,
    claim_hash,
    clean,
    device_hash,
    is_visible,
    likeness,
    new_identity,
    origin_hash,
    public_name,
    table_code,
    token_for,
    token_hash,
)
from .table import Table
from .tables import Beside, Tables, Wanted, Wish
from .thinking import check_offered
from .wishes import Claim, Newcomer, NewTable, Person, Ready, SharedDeal, Ticket

logger = logging.getLogger("nimmt.server")

DEVICES = 16
RETURN = 10.0  # seconds in which somebody whose socket closed may be back
Admit = Callable[[], None]
"""Called before a new table is opened; raises what refuses it."""
ATTEMPTS = 50  # at a code that no other table has


class Lobby:
    """What can be done at a table beside playing."""

    def __init__(self, tables: Tables) -> None:
        """Work on these tables."""
        self.tables = tables
        self.groups = Groups(tables)
        self.entropy = tables.chance.entropy

    async def open(
        self,
        wish: NewTable,
        address: str = "",
        deal: SharedDeal | None = None,
        beside: Beside | None = None,
        admit: Admit = lambda: None,
    ) -> Ticket:
        """Open a table, and sit down there; or find the one that the same wish has opened."""
        identity = wish.id or new_identity(self.entropy)
        token = token_for(identity)
        table = await self.found(identity) if wish.id else None
        if table is None:
            admit()
            table = await self._open(wish, identity, _mark(wish, deal), address, deal, beside)
        if (table.fold.first, table.fold.day) != ((deal.first, deal.day) if deal else ("", "")):
            raise id_reused()
        table.fold.given(token_hash(token), _mark(wish, deal))
        if wish.start:
            await self._start_once(table, token)
        return self._ticket(table, wish, identity)

    def ticket(self, table: Table, wish: NewTable) -> Ticket:
        """What a wish was answered with that has opened this table."""
        assert wish.id
        table.fold.given(token_hash(token_for(wish.id)), _mark(wish, None))
        return self._ticket(table, wish, wish.id)

    def _ticket(self, table: Table, wish: NewTable, identity: str) -> Ticket:
        token = token_for(identity)
        return Ticket(
            token=token,
            seat=self.tables.seat_of(table, token),
            claim=claim_for(identity, table.fold.code) if wish.host else None,
            table=table.fold.info(),
        )

    async def _start_once(self, table: Table, token: str) -> None:
        try:
            await self.start(table, token)
        except Refused as error:
            if error.code != "started":  # by the same wish, whose answer was lost
                raise

    async def found(self, identity: str) -> Table | None:
        """The table that was opened under this id, if there is one: nobody else knows its token."""
        for attempt in range(ATTEMPTS):
            try:
                table = await self.tables.get(table_code(identity, attempt))
            except Refused as error:
                if error.code == "no_such_table":
                    return None
                raise
            if table.fold.host == token_hash(token_for(identity)):
                return table
        return None

    async def _open(
        self, wish: NewTable, identity: str, mark: int, address: str, deal: SharedDeal | None, beside: Beside | None
    ) -> Table:
        self._check_rules_of_the_house(wish)
        made = game_of(Setup(wish.game, len(wish.seats), wish.options))
        for level in [wish.stand_in, *(seat.level for seat in wish.seats if seat.level)]:
            check_offered(level, made.setup)
        # judges are loaded once, and nobody else is to wait for that
        coach = wish.coach and not wish.duplicate  # it would know of a hand that somebody else holds
        advises = await asyncio.to_thread(advised, made.setup) if coach else ()
        if wish.start:
            if wish.duplicate:
                raise no_twin()
            _none_free(sum(not seat.level for seat in wish.seats) - (wish.host is not None))
        token = token_for(identity)
        terms = {name: getattr(wish, name) for name in Plan.__struct_fields__}
        watched = wish.spectators and not wish.duplicate  # whoever watches one table could tell another one
        plan = Plan(**terms | {"name": clean(wish.name, NAME_LENGTH), "spectators": watched, "coach": coach})
        likely = table_code(identity)
        hashed = {likely: await asyncio.to_thread(claim_hash, likely, claim_for(identity, likely))}
        at = clocks.now()
        opened = log.TableOpened(
            at=at, rules=RULES, setup=made.setup, plan=plan, host=token_hash(token), mark=mark,
            day=deal.day if deal else "", first=deal.first if deal else "",
            advises=advises,
        )  # fmt: skip
        prepared = log.DealPrepared(at=at, secret=deal.secret.hex()) if deal else self.prepared(at)

        def entries(code: str) -> list[log.Entry]:
            first: list[log.Entry] = [opened, prepared]
            if wish.host is None:
                return first
            taken = self._taken(code, plan, wish.host, identity, hashed.get(code), at)
            device = _device(plan, opened.first or code, wish.host.device)
            return [*first, replace(taken, origin=origin_hash(code, address), device=device)]

        return await self.tables.open((table_code(identity, attempt) for attempt in range(ATTEMPTS)), entries, beside)

    def _check_rules_of_the_house(self, wish: NewTable) -> None:
        """Refuse what the operator does not want."""
        settings = self.tables.settings
        if wish.public and not settings.public:
            raise Refused(403, "public_off", "This server has no public tables.")
        for name in (wish.name, wish.host.name if wish.host else ""):
            check_words(settings.words, name)

    def _taken(
        self, code: str, plan: Plan, host: Person, identity: str, hashed: str | None, at: float
    ) -> log.SeatTaken:
        seats = [Seat(level=seat.level) for seat in plan.seats]
        return log.SeatTaken(
            at=at,
            seat=_free_seat(seats, host.seat),
            name=_name(host.name),
            token=token_hash(token_for(identity)),
            claim=hashed
            or claim_hash(code, claim_for(identity, code)),  # slow, and a second code is hardly ever needed
            nonce=host.nonce,
            program=host.program,
        )

    def prepared(self, at: float) -> log.DealPrepared:
        """The server's secret for one deal."""
        return log.DealPrepared(at=at, secret=self.entropy(32).hex())

    async def join(self, table: Table, person: Newcomer, address: str = "") -> Ticket:
        """Sit down; or get the same seat again for the same wish."""
        identity = person.id or new_identity(self.entropy)
        token, claim = token_for(identity), claim_for(identity, table.fold.code)
        name, mark = _name(person.name), log.fingerprint(replace(person, id=None))
        origin = origin_hash(table.fold.code, address)
        check_words(self.tables.settings.words, name)
        hashed = await asyncio.to_thread(claim_hash, table.fold.code, claim)
        device = _device(table.fold.plan, table.fold.first or table.fold.code, person.device)

        def entries(fold: Fold, at: float) -> list[log.Entry]:
            if fold.given(token_hash(token), mark):
                return []
            check_welcome(fold, name, origin)
            before_start(fold.phase)
            if likeness(name) in [likeness(seat.name) for seat in fold.seats]:
                raise Refused(409, "name_taken", "Somebody at this table has this name already.")
            seat = _free_seat(fold.seats, person.seat)
            return [
                log.SeatTaken(
                    at=at,
                    seat=seat,
                    name=name,
                    token=token_hash(token),
                    claim=hashed,
                    nonce=person.nonce,
                    mark=mark,
                    origin=origin,
                    program=person.program,
                    device=device,
                )
            ]

        def check(folds: Sequence[Fold]) -> None:
            check_alone(folds, table.fold.code, name, token_hash(token), device)

        await self._commit(table, entries, check)
        seat = self.tables.seat_of(table, token)
        return Ticket(token=token, seat=seat, claim=claim, table=table.fold.info())

    async def _commit(self, table: Table, wish: Wish, check: Check) -> None:
        """Append to a table; where others play the same deals, they are asked too."""
        if table.fold.plan.duplicate:
            await self.groups.commit(table, wish, check)
        else:
            await self.tables.commit(table, wish)

    async def claim(self, table: Table, wish: Claim) -> Ticket:
        """Bring a seat to another device; or tell it again."""
        hashed = await asyncio.to_thread(claim_hash, table.fold.code, wish.claim)
        token = token_for(wish.id or new_identity(self.entropy))
        device = _device(table.fold.plan, table.fold.first or table.fold.code, wish.device)

        def claimed(fold: Fold) -> int:
            seat = next((number for number, seat in enumerate(fold.seats) if seat.claim == hashed), None)
            if seat is None:
                raise Refused(403, "wrong_claim", "No seat at this table has this seat code.")
            return seat

        def entries(fold: Fold, at: float) -> list[log.Entry]:
            seat = claimed(fold)
            if token_hash(token) in fold.tokens:
                if fold.tokens[token_hash(token)] != seat:
                    raise id_reused()
                return []
            if list(fold.tokens.values()).count(seat) >= DEVICES:
                raise Refused(409, "too_many_devices", f"This seat is held by {DEVICES} devices already.")
            return [log.DeviceAdded(at=at, seat=seat, token=token_hash(token), program=wish.program, device=device)]

        def check(folds: Sequence[Fold]) -> None:
            seat = claimed(table.fold)
            check_alone(folds, table.fold.code, table.fold.seats[seat].name, token_hash(token), device, seat)

        await self._commit(table, entries, check)
        return Ticket(token=token, seat=self.tables.seat_of(table, token), claim=None, table=table.fold.info())

    async def is_repeated(self, code: str, wish: Claim) -> bool:
        """Whether this wish was granted before: another seat code under its id would be a guess."""
        if not wish.id:
            return False
        try:
            fold = (await self.tables.get(code)).fold
        except Away:
            raise
        except Refused:
            return False
        seat = fold.tokens.get(token_hash(token_for(wish.id)))
        return seat is not None and fold.seats[seat].claim == await asyncio.to_thread(claim_hash, fold.code, wish.claim)

    async def fill(self, table: Table, token: str, level: str, seat: int | None) -> TableInfo:
        """Seat bots on every free seat, or on this one."""
        check_offered(level, table.fold.game.setup)

        def entries(fold: Fold, at: float) -> list[log.Entry]:
            self.check_host(table, token)
            before_start(fold.phase)
            if fold.plan.duplicate:
                raise Refused(409, "people_only", "Where others play the same deals, bots cannot take people's seats.")
            seats = _free_seats(fold.seats) if seat is None else [_free_seat(fold.seats, seat)]
            return [log.SeatFilled(at=at, seat=number, level=level) for number in seats]

        await self.tables.commit(table, entries)
        return table.fold.info()

    async def start(self, table: Table, token: str) -> TableInfo:
        """Deal the first game; at all tables with the same deals together, or nowhere."""
        if table.fold.plan.duplicate:
            return await self._start_all(table, token)

        def entries(fold: Fold, at: float) -> list[log.Entry]:
            self.check_host(table, token)
            before_start(fold.phase)
            _none_free(len(_free_seats(fold.seats)))
            return [self.started(fold, at, fold.secret)]

        await self.tables.commit(table, entries)
        log_event(logger, logging.INFO, "game_started", table=public_name(table.fold.code), game=table.fold.game.key)
        return table.fold.info()

    async def _start_all(self, table: Table, token: str) -> TableInfo:
        started: Sequence[Table] = ()

        def wanted(tables: Sequence[Table], at: float) -> list[Wanted]:
            nonlocal started
            started, first = tables, tables[0].fold
            self.check_host(table, token)
            before_start(table.fold.phase)
            if table.fold.first:
                raise Refused(403, "first_host_only", "The host of the first table starts all of them together.")
            if len(tables) == 1:
                raise no_twin()
            _none_free(sum(len(_free_seats(each.fold.seats)) for each in tables))
            game = self.started(first, at, first.secret)
            game = replace(game, tables=tuple(each.fold.code for each in tables))
            return [(each, [game]) for each in tables]

        await self.groups.commit_all(table, wanted)
        for each in started:
            log_event(logger, logging.INFO, "game_started", table=public_name(each.fold.code), game=each.fold.game.key)
        return table.fold.info()

    async def ready(self, table: Table, token: str, wish: Ready) -> TableInfo:
        """A person wants another game, or has changed their mind; with the last one to agree it is dealt."""

        def entries(fold: Fold, at: float) -> list[log.Entry]:
            seat = self.tables.seat_of(table, token)
            if fold.game_number > wish.game:  # it has begun
                return []
            _after_end(fold)
            if fold.shared:
                raise once_only()
            if seat is None:
                raise Refused(404, "no_such_seat", "This token opens no seat.")
            if fold.game_number < wish.game:
                raise Refused(404, "no_such_game", f"There was no game {wish.game} at this table.")
            if fold.seats[seat].ready == wish.ready:
                return []
            if fold.seq >= self.tables.settings.limits.entries and not wish.ready:
                raise log_full()
            said = log.SeatReady(at=at, seat=seat, ready=wish.ready)
            agreed = wish.ready and _unready(fold) == [seat]
            return [said, *self._dealt_again(fold, at)] if agreed else [said]

        await self.tables.commit(table, entries)
        return table.fold.info()

    async def rematch(self, table: Table, token: str) -> TableInfo:
        """Deal again without those who are away; whoever is here must have said that they are ready."""

        def entries(fold: Fold, at: float) -> list[log.Entry]:
            self.check_host(table, token)
            _after_end(fold)
            if fold.shared:
                raise once_only()
            own = self.tables.seat_of(table, token)
            if any(seat != own and not self._is_absent(table, seat) for seat in _unready(fold)):
                raise Refused(
                    409, "not_ready", "Somebody who is here, or was a moment ago, has not said that they are ready."
                )
            return self._dealt_again(fold, at)

        await self.tables.commit(table, entries)
        return table.fold.info()

    def _is_absent(self, table: Table, seat: int) -> bool:
        """Whether somebody has gone, and not just to load the page again."""
        grace = min(table.fold.plan.grace or RETURN, RETURN)
        return not table.presence.here(seat) and clocks.now() - table.presence.since(seat) >= grace

    def _dealt_again(self, fold: Fold, at: float) -> list[log.Entry]:
        """The next game; its secret is mostly there already, so that people could add chance to it."""
        if fold.shared:
            raise once_only()
        if fold.secret is not None:
            return [self.started(fold, at, fold.secret)]
        prepared = self.prepared(at)
        return [prepared, self.started(fold, at, bytes.fromhex(prepared.secret))]

    def started(self, fold: Fold, at: float, secret: bytes | None) -> log.GameStarted:
        """The deal: from the server's secret and a nonce of every seat; the server throws in the bots' ones."""
        assert secret is not None
        if self.tables.chance.deal is not None:
            return log.GameStarted(at=at, dealer=self.tables.chance.deal)
        if fold.shared:
            return log.GameStarted(at=at, dealer=self.shared_dealer(secret))
        nonces = tuple(seat.nonce if seat.person else self.entropy(16).hex() for seat in fold.seats)
        return log.GameStarted(at=at, dealer=SeededDealer(deal_seed(secret, nonces).hex()), nonces=nonces)

    def shared_dealer(self, secret: bytes) -> SeededDealer | ExplicitDealer:
        """A shared deal: no seat adds chance of its own, so that everybody gets the same cards."""
        return self.tables.chance.deal or SeededDealer(deal_seed(secret, ()).hex())

    async def delete(self, table: Table, token: str) -> None:
        """Remove a table for good; that of a day's deal not before the day ends, or it could be played again."""
        self.check_host(table, token)
        if clocks.is_closed(table.fold.day):
            raise once_only()
        if table.fold.plan.duplicate and table.fold.phase == "lobby":
            for twin in await self.groups.of(table) if not table.fold.first else ():
                if twin is not table and twin.fold.phase == "lobby":
                    await self.remove(twin)
            if table.fold.first:
                await self.take_out(table)
        await self.remove(table)

    async def take_out(self, twin: Table) -> None:
        """Let the others start without this table; if they have started, it stays among them."""
        code = twin.fold.code

        def wanted(tables: Sequence[Table], at: float) -> list[Wanted]:
            first = tables[0]
            return [(first, [log.TwinClosed(at=at, code=code)])] if first.fold.phase == "lobby" else []

        try:
            await self.groups.commit_all(twin, wanted)
        except Refused as error:
            if error.code != "twin_closed":
                raise

    async def remove(self, table: Table) -> None:
        """Delete it from the store, and say goodbye."""
        await self.tables.store.delete(table.fold.code)
        self.tables.forget(table.fold.code)

    def check_host(self, table: Table, token: str) -> None:
        """Refuse guests."""
        self.tables.seat_of(table, token)
        if not self.tables.is_host(table, token):
            raise host_only()


def _name(text: str) -> str:
    name = clean(text, NAME_LENGTH)
    if not is_visible(name):
        raise Refused(422, "bad_name", "A name needs at least one letter, digit or picture.")
    return name


def _mark(wish: NewTable, deal: SharedDeal | None) -> int:
    """What a wish is known by; a deal of the day is asked for by its device, whatever else it says."""
    return 0 if deal and deal.day else log.fingerprint(replace(wish, id=None))


def _device(plan: Plan, first: str, device: str | None) -> str:
    """What is stored of a device: nothing, unless others play the same deals."""
    return device_hash(first, device) if plan.duplicate and device else ""


def _after_end(fold: Fold) -> None:
    if fold.phase != "over":
        raise Refused(409, "not_over", "The game is not over.")


def _unready(fold: Fold) -> list[int]:
    return [number for number, seat in enumerate(fold.seats) if seat.person and not seat.ready]


def _none_free(free: int) -> None:
    if free:
        raise Refused(409, "seats_free", f"Seats that are still free: {free}. Wait for people, or seat bots.")


def _free_seats(seats: list[Seat]) -> list[int]:
    return [number for number, seat in enumerate(seats) if seat.free]


def _free_seat(seats: list[Seat], wish: int | None) -> int:
    free = _free_seats(seats)
    if wish is not None and wish not in free:
        raise Refused(409, "seat_taken", f"Seat {wish} is not free.")
    if not free:
        raise Refused(409, "table_full", "Every seat at this table is taken.")
    return free[0] if wish is None else wish
