/** Whether the cards of a finished game are those that its record promises, worked out on this device. */
import { commitment, dealSeed, shuffle } from "./dealing";
import type { Event, Record as GameRecord, ReplayIndex } from "./messages";

/** What a replay with open hands shows at a step. */
export type Dealt = { step: number; events: Event[]; hands: { hand: number[] }[] };
/** One thing that was worked out again and compared. */
export type Check = { what: "commitment" | "seed" | "deal" | "first" | "rows" | "letters"; round: number; holds: boolean };

type Of<T extends Event["type"]> = Extract<Event, { type: T }>;

const HIGHEST = 104;
const HIGHEST_VALUE = 100;
const LETTERS = "ABCDE";

const firstOf = <T extends Event["type"]>(events: Event[], type: T): Of<T> | undefined =>
  events.find((event): event is Of<T> => event.type === type);

const same = (one: readonly unknown[], other: readonly unknown[]): boolean => JSON.stringify(one) === JSON.stringify(other);

const ascending = (cards: readonly number[]): number[] => [...cards].sort((one, other) => one - other);

/** The steps at which cards were dealt: where a round begins and where a draft ends. */
export function dealtAt(record: GameRecord, index: ReplayIndex): number[] {
  const begins = new Map(index.moments.toReversed().map((moment) => [moment.round, moment.step]));
  const drafted = record.moves.flatMap(([, action], at) =>
    action.type === "draft_card" && record.moves[at + 1]?.[1].type !== "draft_card" ? [at + 1] : [],
  );
  return ascending([...new Set([...begins.values(), ...drafted])]);
}

/** Everything that follows from the secret and the nonces; null where the record holds no proof. */
export function checks(record: GameRecord, index: ReplayIndex, shown: Dealt[]): Check[] | null {
  if (!record.fairness || record.dealer.type !== "seeded") return null;
  const { secret, nonces, commitment: given } = record.fairness;
  const seed = dealSeed(secret, nonces);
  return [
    { what: "commitment", round: 0, holds: commitment(secret) === given },
    { what: "seed", round: 0, holds: seed === record.dealer.seed },
    ...shown.flatMap((dealt) => dealChecks(record, seed, roundOf(index, dealt.step), dealt, shown)),
  ];
}

const roundOf = (index: ReplayIndex, step: number): number => index.moments.findLast((moment) => moment.step <= step)?.round ?? 1;

function dealChecks(record: GameRecord, seed: string, round: number, dealt: Dealt, shown: Dealt[]): Check[] {
  const found: Check[] = [];
  const add = (what: Check["what"], holds: boolean): void => void found.push({ what, round, holds });
  if (firstOf(dealt.events, "hand_dealt")) add("deal", handsHold(record, seed, round, dealt));
  else if (firstOf(dealt.events, "rows_laid")) add("rows", rowsHold(record, seed, round, dealt, shown));
  if (firstOf(dealt.events, "zero_dealt")) add("letters", lettersHold(seed, dealt.events));
  const offered = firstOf(dealt.events, "cards_offered");
  if (offered && round === 1) add("first", offered.first === shuffle(seed, "first", record.setup.players)[0]);
  return found;
}

/** From the front of the shuffled cards: the hands by seat, then the rows; Bullenparty counts some cards off first. */
function handsHold(record: GameRecord, seed: string, round: number, dealt: Dealt): boolean {
  const hands = dealt.hands.map((view) => view.hand);
  const rows = firstOf(dealt.events, "rows_laid")?.cards ?? [];
  const boxed = firstOf(dealt.events, "cards_boxed")?.count;
  const all = hands.flat().length + rows.length;
  const size = boxed !== undefined ? HIGHEST_VALUE : record.setup.options?.known_deck ? all : ((record.setup.options?.deck as number | undefined) ?? HIGHEST);
  const cards = shuffle(seed, `deal:${round}`, size).map((place) => place + 1).slice(boxed ?? 0);
  const expected = hands.map((hand) => ascending(cards.splice(0, hand.length)));
  return same(expected, hands) && same(cards.slice(0, rows.length), rows);
}

/** After a draft: the rows start with the cards that nobody took, drawn at random if there are more of them than rows. */
function rowsHold(record: GameRecord, seed: string, round: number, dealt: Dealt, shown: Dealt[]): boolean {
  const rows = firstOf(dealt.events, "rows_laid")!.cards;
  const began = shown.findLast((other) => other.step < dealt.step && firstOf(other.events, "cards_offered"));
  const offered = began && firstOf(began.events, "cards_offered");
  if (!offered) return false;
  const taken = new Set(record.moves.slice(began.step, dealt.step).map(([, action]) => ("card" in action ? action.card : 0)));
  const left = offered.cards.filter((card) => !taken.has(card));
  const order = left.length > rows.length ? shuffle(seed, `rows:${round}`, left.length).map((place) => left[place]!) : left;
  return same(order.slice(0, rows.length), rows);
}

function lettersHold(seed: string, events: Event[]): boolean {
  const order = shuffle(seed, "zeros:1", LETTERS.length);
  return events.every((event) => event.type !== "zero_dealt" || event.letter === LETTERS[order[event.seat]!]);
}
