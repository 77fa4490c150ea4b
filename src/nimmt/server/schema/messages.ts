// Generated from the server's messages: python -m nimmt.server.schemas

/** It is stored and will not be lost; `number` is the part of the stream that shows it. */
export type Acknowledged = {
  type: "acknowledged";
  id: string;
  number: number;
};

/** Answer a decision. Sending it again with the same id is harmless. */
export type Act = {
  type: "act";
  id: string;
  decision: number;
  action: Action;
};

export type Action = DraftCard | PlayCard | TakeRow | Pass | UseSeven | UseStop | UseInsert | UseSlide | UseReplace | UseFifthRow | UseNegativePositive | TurnPositive | CancelCards | ExchangeSpecial | ReplaceCard | UseFirst | UseLast | UseSort | UseOrder | RemoveStop | Vote | OrderCard | UnorderCard | WithdrawSort | Bid | ClaimRow | ExtendRow | LayCard | TakeCardBack | Done;

/** The choices of one decision with what each is expected to cost: heads until the end of the round, or points. */
export type Advice = {
  decision: number;
  options: Option[];
  best: number;
  measure?: "balance" | "heads" | "lead";
  unclear?: boolean;
};

/** What would this action do if nothing else happened first? */
export type Ask = {
  type: "ask";
  id: string;
  action: Action;
};

/** Choose a value card, or `ZERO`, in secret (BP-6). */
export type Bid = {
  type: "bid";
  card: number;
};

/** A bid's turn came, because it is the lowest value or the first letter of those left (BP-7, BP-8). */
export type BidCalled = {
  type: "bid_called";
  seat: number;
  card: number;
  reason: Reason;
};

/** A seat chose its bid; others learn that it chose, not what, nor that it changed its mind (BP-6, Q-X1). */
export type BidSealed = {
  type: "bid_sealed";
  seat: number;
  card: number | null;
  again: boolean;
};

/** All bids were turned up; they are carried out in this order (BP-6). */
export type BidsRevealed = {
  type: "bids_revealed";
  bids: ShownBid[];
};

/** The top buffalo card went to a row that got its fifth card (BP-10). */
export type BuffaloJoined = {
  type: "buffalo_joined";
  row: number;
  heads: number;
  reason: Reason;
};

/** Choose which cards the positive card cancels (SU-16, Q-Z2). */
export type CancelCards = {
  type: "cancel_cards";
  cards: number[];
};

/** A seat took a card from those that lie face up (P-3). */
export type CardDrafted = {
  type: "card_drafted";
  seat: number;
  card: number;
};

/** A card was drawn for a zero bid and shown before its row is chosen (BP-8, Q-BP4). */
export type CardDrawn = {
  type: "card_drawn";
  seat: number;
  card: number;
};

/** A card was put into a row, at this place counted from 0 (SU-9, CO-13). */
export type CardInserted = {
  type: "card_inserted";
  seat: number;
  card: number;
  row: number;
  place: number;
};

/** A seat laid a card on a pile, an old or a new one (BP-15). */
export type CardLaid = {
  type: "card_laid";
  seat: number;
  card: number;
  pile: number;
  reason: Reason;
};

/** A member named the next card in the order (CO-17). */
export type CardOrdered = {
  type: "card_ordered";
  seat: number;
  card: number;
};

/** A card was put at the end of a row (B-7). */
export type CardPlaced = {
  type: "card_placed";
  seat: number;
  card: number;
  row: number;
  reason: Reason;
};

/** A seat took its card back and plays another one instead (SU-11, CO-12). */
export type CardReplaced = {
  type: "card_replaced";
  seat: number;
  old: number;
  new: number;
};

/** A seat chose its card; others learn that it chose, not what, nor that it changed its mind (B-4, Q-X1). */
export type CardSealed = {
  type: "card_sealed";
  seat: number;
  card: number | null;
  reverse: boolean | null;
  again: boolean;
};

/** A card of the table was moved into another row, to this place counted from 0 (SU-12, CO-14). */
export type CardSlid = {
  type: "card_slid";
  seat: number;
  card: number;
  source: number;
  row: number;
  place: number;
};

/** A seat took the last card laid back into its hand (Q-X1). */
export type CardTakenBack = {
  type: "card_taken_back";
  seat: number;
  card: number;
  pile: number;
};

/** A card of the row just taken turns positive; what it cancels is still to be chosen (SU-16, Q-Z2). */
export type CardTurned = {
  type: "card_turned";
  seat: number;
  card: number;
};

/** A member took back the card named last (Q-Y4). */
export type CardUnordered = {
  type: "card_unordered";
  seat: number;
  card: number;
};

/** This many value cards were counted off unseen: they are not in this game (BP-3). */
export type CardsBoxed = {
  type: "cards_boxed";
  count: number;
};

/** The cards to draft from were laid out face up, and this seat takes the first one (P-3). */
export type CardsOffered = {
  type: "cards_offered";
  cards: number[];
  first: number;
};

/** All cards were turned up; they are placed in this order (B-5). */
export type CardsRevealed = {
  type: "cards_revealed";
  plays: Play[];
};

/** Somebody spoke. */
export type ChatLine = {
  type: "chat_line";
  number: number;
  history?: number;
  seat: number;
  text: string;
  at: number;
};

/** Take one of the rows that are left, for a value bid (BP-7). */
export type ClaimRow = {
  type: "claim_row";
  row: number;
};

/** The server's time now and the deadline in force: time was given back, or the server's clock was put forward. */
export type ClockChanged = {
  type: "clock_changed";
  now: number;
  deadline: number;
};

/** All tables with the same deals, once they have finished. */
export type Comparison = {
  waiting: number;
  rounds: number;
  tables: Elsewhere[];
};

/** Somebody who plays the deal of the day; a device has one id, which it keeps and tells nobody else. */
export type DailyPlayer = {
  device: string;
  name: string;
};

/** One decision, judged from what the seat knew. Choices are places in `options`. */
export type Decision = {
  round: number;
  turn: number;
  kind: "bid" | "cancel" | "card" | "claim" | "draft" | "exchange" | "extend" | "lay" | "order" | "over" | "overflow" | "positive" | "replace" | "row" | "vote" | "window";
  options: Option[];
  picked: number;
  best: number;
  expected: number;
  chosen: number | Action;
  loss: number;
  loss_error: number;
  luck: number;
  mark: "blunder" | "brilliant" | "doubtful" | "fine" | "mistake" | "unclear";
  reason: Why;
  step?: number;
  taken?: number;
  seat?: number;
};

/** The discarded bids became the draw pile (BP-18, Q-BP8). */
export type DiscardsShuffled = {
  type: "discards_shuffled";
  cards: number[];
};

/** Say that the right number of cards is laid; this is final (Q-X1). */
export type Done = {
  type: "done";
};

/** Take one of the cards that lie face up (P-3). */
export type DraftCard = {
  type: "draft_card";
  card: number;
};

/** One of the tables: who sat where, and the heads or points that each seat has of the compared rounds. */
export type Elsewhere = {
  names: string[];
  totals: number[];
  own: boolean;
};

export type Event = RoundStarted | CardsOffered | CardDrafted | HandDealt | RowsLaid | CardSealed | CardsRevealed | CardPlaced | FoundNoRow | RowTaken | MarkMoved | RoundEnded | GameEnded | SpecialUsed | CardInserted | CardSlid | CardReplaced | MarkRemoved | RowVanished | Passed | SpecialsShuffled | SpecialsDealt | SpecialDrawn | SpecialDiscarded | CardTurned | HeadsCancelled | OxDealt | OxRevealed | SpecialsLaid | SpecialTurnedUp | Proposed | Voted | ProposalRefused | SortBegun | SortWithdrawn | CardOrdered | CardUnordered | OrderChanged | CardsBoxed | ZeroDealt | LastRoundBegan | DiscardsShuffled | RowsOpened | BidSealed | BidsRevealed | BidCalled | RowClaimed | CardDrawn | RowExtended | BuffaloJoined | ZeroReturned | LayDownOpened | CardLaid | CardTakenBack | LayDownDone | PilesShown | PilesCounted;

/** Discard a special and draw another one (SU-17). */
export type ExchangeSpecial = {
  type: "exchange_special";
  special: "fifth_row" | "first" | "insert" | "last" | "negative_positive" | "replace" | "seven" | "slide" | "sort" | "stop";
};

/** Deals what it was told: for tests, paired worlds, and programs that bring their own chance. */
export type ExplicitDealer = {
  type: "explicit";
  permutations?: { [key: string]: number[] };
};

/** Put the card that was drawn for a zero bid into a row (BP-8). */
export type ExtendRow = {
  type: "extend_row";
  row: number;
};

/** A host's proof: it committed to its secret before it knew the nonces that the seats chose. */
export type Fairness = {
  commitment: string;
  secret: string;
  nonces: string[];
};

/** A card fits no row: its owner must take one (B-9). */
export type FoundNoRow = {
  type: "found_no_row";
  seat: number;
  card: number;
  reason: Reason;
};

export type FromClient = Hello | Act | Ask | Say | React | GiveNonce | Ping;

/** The game is over (B-13). */
export type GameEnded = {
  type: "game_ended";
  outcome: Outcome;
};

/** Add chance to the next deal, after its commitment is known and before it starts. */
export type GiveNonce = {
  type: "give_nonce";
  id: string;
  nonce: string;
};

/** The last message before the server closes the socket. */
export type Goodbye = {
  type: "goodbye";
  code: string;
  sentence: string;
};

/** A seat was dealt its hand; others see only how many cards (B-3). */
export type HandDealt = {
  type: "hand_dealt";
  seat: number;
  count: number;
  cards: number[] | null;
};

/** A card of the row just taken turned positive: it is in the box with these cards, or struck off points (SU-16). */
export type HeadsCancelled = {
  type: "heads_cancelled";
  seat: number;
  card: number;
  cancelled: number[];
  heads: number;
};

/** Which table of heads is in use, and whether it is only a substitute (Q-BP1, Q-BP2, Q-Y9). */
export type HeadsLabel = {
  name: string;
  substitute: boolean;
};

/** The first message: who this is; and if it was here before, the last part of the stream that it has. */
export type Hello = {
  type: "hello";
  token?: string | null;
  after?: number | null;
  history?: number | null;
};

/** The last card of the draw pile was turned up: the present round is the last one (BP-18). */
export type LastRoundBegan = {
  type: "last_round_began";
  round: number;
};

/** Lay a hand card on one of one's own piles, or as a new pile (BP-15). */
export type LayCard = {
  type: "lay_card";
  card: number;
  pile?: number | null;
};

/** A seat is done with laying down; what it laid is still its secret (Q-X1). */
export type LayDownDone = {
  type: "lay_down_done";
  seat: number;
};

/** All rows are taken, and everybody lays down this many cards (BP-14, BP-19). */
export type LayDownOpened = {
  type: "lay_down_opened";
  counts: number[];
};

/** An example as it went on the engine. */
export type Lesson = {
  id: string;
  title: { [key: string]: string };
  rules: string[];
  names: string[];
  start: View;
  hands: number[][];
  facts: (TableFacts | PartyFacts | null)[];
  events: Event[];
};

/** A marker came to a row, from another one or, when the round is set up or a special is used, from elsewhere. */
export type MarkMoved = {
  type: "mark_moved";
  mark: "caper" | "down" | "even" | "odd" | "seven" | "stop" | "up";
  source: number | null;
  row: number;
  reason: Reason;
};

/** A special that lay at a row was discarded (SU-8, SU-15, CO-10, CO-11). */
export type MarkRemoved = {
  type: "mark_removed";
  mark: "caper" | "down" | "even" | "odd" | "seven" | "stop" | "up";
  row: number;
  reason: Reason;
};

/** A step after which something new was asked, or the game was over. */
export type Moment = {
  step: number;
  round: number;
  turn: number | null;
  seat?: number | null;
};

/** One action and the seat it came from. */
export type Move = [number, Action];

/** What to open; without a `host` person, whoever opens it does not sit down. `start` deals at once. */
export type NewTable = {
  seats: SeatPlan[];
  name?: string;
  clock?: number | null;
  on_timeout?: "bot" | "default";
  grace?: number | null;
  stand_in?: string;
  pace?: "human" | "none";
  spectators?: boolean;
  chat?: boolean;
  reactions?: boolean;
  tracker?: boolean;
  public?: boolean;
  duplicate?: boolean;
  coach?: boolean;
  game?: string;
  options?: { [key: string]: boolean | number | string | (number | string)[] | null };
  host?: Person | null;
  start?: boolean;
  id?: string | null;
};

/** Somebody who sits down at a table that is there already. */
export type Newcomer = {
  name: string;
  nonce?: string;
  seat?: number | null;
  program?: boolean;
  device?: string | null;
  id?: string | null;
};

/** One choice: what it is expected to cost until the end of the round, with the standard error. */
export type Option = {
  mean: number;
  error: number;
  card?: number | null;
  now?: number | null;
  takes?: number | null;
  row?: number | null;
  reverse?: boolean;
  action?: Action | null;
};

/** Name the next card in the order of Sort (CO-17). */
export type OrderCard = {
  type: "order_card";
  card: number;
};

/** The cards that wait are now placed in this order (CO-15, CO-16, CO-17). */
export type OrderChanged = {
  type: "order_changed";
  plays: Play[];
};

/** How a game ended: points by round and seat, totals, and places (1 is best, ties share a place). Whether few points are good or many depends on the game: only `ranks` says who won. A team has the same total at every seat; all its seats are first if it beat its `opponent`, and second if it did not. */
export type Outcome = {
  rounds: number[][];
  totals: number[];
  ranks: number[];
  opponent?: number | null;
};

/** The Ox was dealt this many cards, face down (CO-2). */
export type OxDealt = {
  type: "ox_dealt";
  count: number;
};

/** The Ox's next card was turned up; with it the cards are placed in this order (CO-4). */
export type OxRevealed = {
  type: "ox_revealed";
  card: number;
  plays: Play[];
};

/** Versus the Ox as one seat sees it. `piles` are two: the team's and the Ox's (CO-5). */
export type OxView = {
  type: "ox_view";
  decision: number;
  phase: "bid" | "cancel" | "card" | "claim" | "draft" | "exchange" | "extend" | "lay" | "order" | "over" | "overflow" | "positive" | "replace" | "row" | "vote" | "window";
  to_act: number[];
  round: number;
  outcome: Outcome | null;
  setup: Setup;
  seat: number | null;
  last: (RoundStarted | CardsOffered | CardDrafted | HandDealt | RowsLaid | CardSealed | CardsRevealed | CardPlaced | FoundNoRow | RowTaken | MarkMoved | RoundEnded | GameEnded | SpecialUsed | CardInserted | CardSlid | CardReplaced | MarkRemoved | RowVanished | Passed | OxDealt | OxRevealed | SpecialsLaid | SpecialTurnedUp | Proposed | Voted | ProposalRefused | SortBegun | SortWithdrawn | CardOrdered | CardUnordered | OrderChanged)[];
  turn: number;
  rows: Row[];
  known: number[][];
  queue: Play[];
  piles: number[][];
  surplus: number[];
  scores: number[][];
  pool: number[];
  first: number;
  hand: number[];
  cards_left: number[];
  specials: string[][];
  sealed: boolean[];
  choice: PlayCard | null;
  facts: TableFacts;
  totals_after: number[][];
  highest_card: number;
  longest_row: number;
  reverses: boolean;
  barred?: number[][];
  discards: ("fifth_row" | "first" | "insert" | "last" | "negative_positive" | "replace" | "seven" | "slide" | "sort" | "stop")[];
  face_up: ("fifth_row" | "first" | "insert" | "last" | "negative_positive" | "replace" | "seven" | "slide" | "sort" | "stop")[];
  passed: number[];
  proposal: Proposal | null;
  refused: Proposal[];
  firsts: number[];
  ox_left: number;
  stock_left: number;
  named?: number[];
  factor: number;
};

/** Rows, piles and scores, by what everybody has seen. */
export type PartyFacts = {
  type: "party_facts";
  rows: (RowFacts | null)[];
  piles: PileFacts[];
  running: number[] | null;
  totals: number[];
};

/** Value cards in the order they came, and the heads of the buffalo card that the fifth one brought. */
export type PartyRow = {
  cards: number[];
  buffalo?: number | null;
};

/** A game of Bullenparty as one seat sees it. */
export type PartyView = {
  type: "party_view";
  decision: number;
  phase: "bid" | "cancel" | "card" | "claim" | "draft" | "exchange" | "extend" | "lay" | "order" | "over" | "overflow" | "positive" | "replace" | "row" | "vote" | "window";
  to_act: number[];
  round: number;
  outcome: Outcome | null;
  setup: Setup;
  seat: number | null;
  last: (CardsBoxed | ZeroDealt | HandDealt | RoundStarted | LastRoundBegan | DiscardsShuffled | RowsOpened | BidSealed | BidsRevealed | BidCalled | RowClaimed | CardDrawn | RowExtended | BuffaloJoined | ZeroReturned | LayDownOpened | CardLaid | CardTakenBack | LayDownDone | PilesShown | RoundEnded | PilesCounted | GameEnded)[];
  known: number[][];
  rows: (PartyRow | null)[];
  bidders: number[];
  queue: ShownBid[];
  drawn: number | null;
  discards: number[];
  reshuffles: number;
  buffalo_pile: number[];
  buffalo: number[][];
  piles: number[][][];
  scores: number[][];
  heads_table: HeadsLabel;
  buffalo_table: HeadsLabel;
  hand: number[];
  letter: string | null;
  letters: (string | null)[];
  cards_left: number[];
  sealed: boolean[];
  choice: Bid | null;
  draw_left: number;
  rebuilt: number[];
  last_round: boolean;
  laid: LayCard[];
  to_lay: number;
  own: PileFacts | null;
  facts: PartyFacts;
  totals_after: number[][];
  highest_card: number;
  longest_row: number;
};

/** Use no special now, or keep those in hand (SU-4, SU-17, Q-X17). */
export type Pass = {
  type: "pass";
};

/** A seat uses no special now, or keeps those in hand (SU-4, SU-17, Q-X17). */
export type Passed = {
  type: "passed";
  seat: number;
};

/** Somebody who sits down. */
export type Person = {
  name: string;
  nonce?: string;
  seat?: number | null;
  program?: boolean;
  device?: string | null;
};

/** What somebody's piles count for. */
export type PileFacts = {
  heads: number[];
  best: number | null;
  tally: Tally;
};

/** The final score of every seat and how it came about (BP-20). */
export type PilesCounted = {
  type: "piles_counted";
  tallies: Tally[];
};

/** Everybody is done, and everybody's cards and piles are shown together (Q-BP9). */
export type PilesShown = {
  type: "piles_shown";
  laid: number[][];
  piles: number[][][];
};

/** Is anybody there? */
export type Ping = {
  type: "ping";
  id: string;
};

/** A revealed card on its way to a row; its value differs from the card only when the digits are reversed. */
export type Play = {
  seat: number;
  card: number;
  value: number;
};

/** Choose a hand card in secret, with the digits reversed where that is allowed (B-4, RD-2). */
export type PlayCard = {
  type: "play_card";
  card: number;
  reverse?: boolean;
};

/** Somebody is there. */
export type Pong = {
  type: "pong";
  id: string;
  now: number;
};

/** What one seat sees before it decides, and what each answer would do if nothing else happened first. */
export type Position = {
  view: View;
  choices: Action[];
  prospects: Prospect[];
  judged: boolean;
};

/** Who is here; not part of the numbered stream. */
export type PresenceChanged = {
  type: "presence_changed";
  seats: SeatPresence[];
};

/** What the action would do. */
export type Previewed = {
  type: "previewed";
  id: string;
  events: Event[];
  facts?: (TableFacts | PartyFacts | null)[];
};

/** What a member wants the team to do, and who has said what about it. */
export type Proposal = {
  seat: number;
  use: UseSeven | UseStop | ReplaceCard | UseInsert | UseSlide | UseFirst | UseLast | UseSort | UseOrder | RemoveStop;
  agreed?: number[];
  against?: number[];
  owner?: number | null;
};

/** A proposal was not agreed on by all; it is not offered again in this window (Q-X17). */
export type ProposalRefused = {
  type: "proposal_refused";
  seat: number;
  use: UseSeven | UseStop | ReplaceCard | UseInsert | UseSlide | UseFirst | UseLast | UseSort | UseOrder | RemoveStop;
};

/** A member of the team proposed to use a special or to remove a Stop (Q-X17). */
export type Proposed = {
  type: "proposed";
  seat: number;
  use: UseSeven | UseStop | ReplaceCard | UseInsert | UseSlide | UseFirst | UseLast | UseSort | UseOrder | RemoveStop;
};

/** What a choice would have done if nothing else happened first, and the facts after each event. */
export type Prospect = {
  events: Event[];
  facts: (TableFacts | PartyFacts | null)[];
};

/** A puzzle in the list of all: its position, and what it is about. */
export type PuzzleEntry = {
  code: string;
  theme: "counting" | "fan_cards" | "full_rows" | "last_cards" | "low_cards";
};

/** What a bot of this level took with the same cards against the same opponents. */
export type Reached = {
  level: string;
  heads: number;
};

/** React without words. */
export type React = {
  type: "react";
  id: string;
  reaction: "bravo" | "hurry" | "laugh" | "ouch" | "thanks" | "think";
};

/** Somebody reacted. */
export type ReactionShown = {
  type: "reaction_shown";
  number: number;
  history?: number;
  seat: number;
  reaction: string;
  at: number;
};

/** Why it happened: a code and the numbers that belong to it, never a sentence. */
export type Reason = [("caper_landed" | "chosen" | "empty_row" | "fewest_heads" | "fifth_card" | "first_letter" | "first_pile" | "fits_no_row" | "full_row" | "higher_than_top" | "inserted_one_too_many" | "lower_than_all" | "lowest_bid" | "lowest_end" | "lowest_start_card" | "marked_row_wins_tie" | "new_pile_chosen" | "new_pile_needed" | "new_row" | "next_bid" | "next_row" | "nothing_to_draw" | "row_taken" | "rows_full" | "seventh_card" | "sixth_card" | "slid_one_too_many" | "smallest_difference" | "special_used" | "starts_here" | "team_decided"), number[]?];

/** A game, finished or not. Moves are canonical: no superseded choices, secret answers in seat order. */
export type Record = {
  format: number;
  rules: number;
  setup: Setup;
  dealer: SeededDealer | ExplicitDealer;
  moves: Move[];
  outcome?: Outcome | null;
  names?: string[];
  fairness?: Fairness | null;
};

/** It was not done, and why. */
export type Rejected = {
  type: "rejected";
  id: string;
  code: string;
  sentence: string;
  rule?: string;
};

/** Unlock a row (CO-11, Q-CO9). */
export type RemoveStop = {
  type: "remove_stop";
  row: number;
};

/** Have a waiting card of the team taken back; its owner names another one once the team agrees (CO-12, Q-Y3). */
export type ReplaceCard = {
  type: "replace_card";
  card: number;
};

/** Where the moments of a finished game are, so that one can jump to them. */
export type ReplayIndex = {
  game: number;
  steps: number;
  moments: Moment[];
};

/** One step of a finished game, as one seat or a spectator saw it, or with all hands open. */
export type ReplayStep = {
  step: number;
  steps: number;
  events: Event[];
  facts: (TableFacts | PartyFacts | null)[];
  view: View;
  seat?: number | null;
  action?: Action | null;
  hands?: View[];
  position?: string | null;
};

/** A game from one seat. */
export type Review = {
  seat: number;
  name: string;
  model: string;
  measure: "balance" | "heads" | "lead";
  par: number | null;
  par_error: number | null;
  rounds: Round[];
  decisions: Decision[];
  given_away: number;
  given_away_error: number;
  unjudged?: ("bid" | "cancel" | "card" | "claim" | "draft" | "exchange" | "extend" | "lay" | "order" | "over" | "overflow" | "positive" | "replace" | "row" | "vote" | "window")[];
};

/** Result - par = - deal - luck - skill: what came from the cards, from the others, and from our own choices. The four are None where luck and skill cannot be told apart. */
export type Round = {
  number: number;
  result: number;
  lost: number;
  par?: number | null;
  deal?: number | null;
  luck?: number | null;
  skill?: number | null;
};

/** The round is over: heads of this round and totals by seat (B-12). */
export type RoundEnded = {
  type: "round_ended";
  round: number;
  heads: number[];
  totals: number[];
};

/** One round of a finished game, judged from one seat. */
export type RoundReview = {
  game: number;
  rounds: number;
  review: Review;
  prospects: Prospect[][];
  positions: (string | null)[];
};

/** A new round began (B-12). */
export type RoundStarted = {
  type: "round_started";
  round: number;
};

/** Number cards from left to right, and what lies beside them. */
export type Row = {
  cards: number[];
  marks?: ("caper" | "down" | "even" | "odd" | "seven" | "stop" | "up")[];
};

/** A seat discarded its bid and took a row: the cards to its hand, a buffalo card aside (BP-7, BP-16). */
export type RowClaimed = {
  type: "row_claimed";
  seat: number;
  bid: number;
  row: number;
  cards: number[];
  buffalo: number | null;
};

/** The drawn card went into a row, and the zero card back to its owner (BP-8). */
export type RowExtended = {
  type: "row_extended";
  seat: number;
  row: number;
  card: number;
};

/** A row's room and cost. */
export type RowFacts = {
  capacity: number;
  heads: number;
  full: boolean;
};

/** A seat took these cards of a row because of the card that it played, inserted or slid (B-8, B-9, SU-10, SU-12). `left` is what the row holds now; a row of which nothing is left vanishes. */
export type RowTaken = {
  type: "row_taken";
  seat: number;
  row: number;
  cards: number[];
  heads: number;
  card: number;
  left: number[];
  reason: Reason;
};

/** A row was taken whole; those below it move up, and the 5th-row special is discarded (SU-7). */
export type RowVanished = {
  type: "row_vanished";
  row: number;
};

/** The first cards of the rows were laid out (B-3). */
export type RowsLaid = {
  type: "rows_laid";
  cards: number[];
};

/** A round's rows were laid out, two cards each (BP-5). */
export type RowsOpened = {
  type: "rows_opened";
  rows: PartyRow[];
};

/** Speak to the table. */
export type Say = {
  type: "say";
  id: string;
  text: string;
};

/** One seat as everybody sees it. */
export type SeatInfo = {
  kind: "bot" | "free" | "person";
  name?: string;
  level?: string | null;
  host?: boolean;
  ready?: boolean;
  muted?: boolean;
  program?: boolean;
  coached?: number;
};

/** Who a seat is for: a person, or a bot of this level. */
export type SeatPlan = {
  level?: string | null;
};

/** Whether somebody is at a seat, and whether a bot plays for an owner who is away too long. */
export type SeatPresence = {
  here: boolean;
  stand_in: boolean;
};

/** Deals from one 32-byte seed, written as hexadecimal digits. */
export type SeededDealer = {
  type: "seeded";
  seed: string;
};

/** A game as it is written into views and records; options are spelled out, see `Options.spelled_out`. */
export type Setup = {
  key: string;
  players: number;
  options?: { [key: string]: boolean | number | string | (number | string)[] | null };
};

/** A revealed bid: a value card, or the zero card with its letter. */
export type ShownBid = {
  seat: number;
  card: number;
  letter?: string | null;
};

/** A member began to put the waiting cards in order; nobody else sees how (Q-Y4). */
export type SortBegun = {
  type: "sort_begun";
  seat: number;
};

/** That member proposed no order after all (Q-Y4). */
export type SortWithdrawn = {
  type: "sort_withdrawn";
  seat: number;
};

/** A seat discarded a special in order to draw another one (SU-17). */
export type SpecialDiscarded = {
  type: "special_discarded";
  seat: number;
  special: "fifth_row" | "first" | "insert" | "last" | "negative_positive" | "replace" | "seven" | "slide" | "sort" | "stop";
};

/** A seat drew a special; others do not see which (SU-17). */
export type SpecialDrawn = {
  type: "special_drawn";
  seat: number;
  special: "fifth_row" | "first" | "insert" | "last" | "negative_positive" | "replace" | "seven" | "slide" | "sort" | "stop" | null;
};

/** A special took the place of a used one, and this many still lie face down (CO-7). */
export type SpecialTurnedUp = {
  type: "special_turned_up";
  special: "fifth_row" | "first" | "insert" | "last" | "negative_positive" | "replace" | "seven" | "slide" | "sort" | "stop";
  left: number;
};

/** A seat used a special; what came of it is told next (SU-4, CO-8). */
export type SpecialUsed = {
  type: "special_used";
  seat: number;
  special: "fifth_row" | "first" | "insert" | "last" | "negative_positive" | "replace" | "seven" | "slide" | "sort" | "stop";
};

/** A seat was dealt specials; others see only how many (SU-2, SU-18, Q-SU26). */
export type SpecialsDealt = {
  type: "specials_dealt";
  seat: number;
  count: number;
  specials: ("fifth_row" | "first" | "insert" | "last" | "negative_positive" | "replace" | "seven" | "slide" | "sort" | "stop")[] | null;
};

/** These specials were turned up, and this many lie face down (CO-3). */
export type SpecialsLaid = {
  type: "specials_laid";
  face_up: ("fifth_row" | "first" | "insert" | "last" | "negative_positive" | "replace" | "seven" | "slide" | "sort" | "stop")[];
  left: number;
};

/** The draw pile was rebuilt from these specials and so many that lay face down in it (SU-2, SU-17, SU-18). */
export type SpecialsShuffled = {
  type: "specials_shuffled";
  face_up: ("fifth_row" | "first" | "insert" | "last" | "negative_positive" | "replace" | "seven" | "slide" | "sort" | "stop")[];
  face_down: number;
};

/** How somebody did in a day's deal, among all who finished it on that day. */
export type Standing = {
  day: string;
  ends: number;
  heads: number;
  counted: boolean;
  place: number;
  players: number;
  results: [number, number][];
  bots: Reached[];
};

/** A public table in the list. */
export type Summary = {
  code: string;
  name: string;
  game: string;
  seats: number;
  free: number;
  people: string[];
  playing: boolean;
  spectators: boolean;
  rules?: number;
};

/** Surprise as one seat sees it. `specials` holds the seat's own ones; of others it knows how many (Q-SU26). */
export type SurpriseView = {
  type: "surprise_view";
  decision: number;
  phase: "bid" | "cancel" | "card" | "claim" | "draft" | "exchange" | "extend" | "lay" | "order" | "over" | "overflow" | "positive" | "replace" | "row" | "vote" | "window";
  to_act: number[];
  round: number;
  outcome: Outcome | null;
  setup: Setup;
  seat: number | null;
  last: (RoundStarted | CardsOffered | CardDrafted | HandDealt | RowsLaid | CardSealed | CardsRevealed | CardPlaced | FoundNoRow | RowTaken | MarkMoved | RoundEnded | GameEnded | SpecialUsed | CardInserted | CardSlid | CardReplaced | MarkRemoved | RowVanished | Passed | SpecialsShuffled | SpecialsDealt | SpecialDrawn | SpecialDiscarded | CardTurned | HeadsCancelled)[];
  turn: number;
  rows: Row[];
  known: number[][];
  queue: Play[];
  piles: number[][];
  surplus: number[];
  scores: number[][];
  pool: number[];
  first: number;
  hand: number[];
  cards_left: number[];
  specials: (("fifth_row" | "first" | "insert" | "last" | "negative_positive" | "replace" | "seven" | "slide" | "sort" | "stop")[])[];
  sealed: boolean[];
  choice: PlayCard | null;
  facts: TableFacts;
  totals_after: number[][];
  highest_card: number;
  longest_row: number;
  reverses: boolean;
  barred?: number[][];
  discards: ("fifth_row" | "first" | "insert" | "last" | "negative_positive" | "replace" | "seven" | "slide" | "sort" | "stop")[];
  box: number[];
  credits: number[];
  decided: Play | null;
  reshuffles: number;
  turning: boolean;
  taken: number[];
  positive: number;
  specials_left: number[];
  stock_left: number;
  trail: (SpecialsShuffled | SpecialsDealt | SpecialDrawn | SpecialUsed | SpecialDiscarded)[];
};

/** Somebody came, left, started, or is ready for another game; or the game is over. */
export type TableChanged = {
  type: "table_changed";
  number: number;
  history?: number;
  table: TableChanges;
};

/** Those fields of TableInfo that are new. */
export type TableChanges = Partial<TableInfo>;

/** The rows of a row game, and the scores as they count. */
export type TableFacts = {
  type: "table_facts";
  rows: RowFacts[];
  piles: number[];
  running: number[] | null;
  totals: number[];
  opponent: number | null;
  last_round?: boolean;
};

/** A table as everybody sees it. `commitment` binds the next deal or the present one, `fairness` proves the last. */
export type TableInfo = {
  code: string;
  name: string;
  state: "closed" | "lobby" | "over" | "playing";
  setup: Setup;
  seats: SeatInfo[];
  game: number;
  commitment: string | null;
  clock: number | null;
  on_timeout: "bot" | "default";
  grace: number | null;
  stand_in: string;
  pace: "human" | "none";
  spectators: boolean;
  chat: boolean;
  reactions: boolean;
  tracker: boolean;
  public: boolean;
  outcome: Outcome | null;
  fairness: Fairness | null;
  duplicate?: boolean;
  coach?: boolean;
  advises?: ("bid" | "cancel" | "card" | "claim" | "draft" | "exchange" | "extend" | "lay" | "order" | "over" | "overflow" | "positive" | "replace" | "row" | "vote" | "window")[];
  day?: string;
};

/** A row game as one seat sees it. */
export type TableView = {
  type: "table_view";
  decision: number;
  phase: "bid" | "cancel" | "card" | "claim" | "draft" | "exchange" | "extend" | "lay" | "order" | "over" | "overflow" | "positive" | "replace" | "row" | "vote" | "window";
  to_act: number[];
  round: number;
  outcome: Outcome | null;
  setup: Setup;
  seat: number | null;
  last: (RoundStarted | CardsOffered | CardDrafted | HandDealt | RowsLaid | CardSealed | CardsRevealed | CardPlaced | FoundNoRow | RowTaken | MarkMoved | RoundEnded | GameEnded)[];
  turn: number;
  rows: Row[];
  known: number[][];
  queue: Play[];
  piles: number[][];
  surplus: number[];
  scores: number[][];
  pool: number[];
  first: number;
  hand: number[];
  cards_left: number[];
  specials: string[][];
  sealed: boolean[];
  choice: PlayCard | null;
  facts: TableFacts;
  totals_after: number[][];
  highest_card: number;
  longest_row: number;
  reverses: boolean;
  barred?: number[][];
};

/** Take the last card laid back into the hand (Q-X1). */
export type TakeCardBack = {
  type: "take_card_back";
};

/** Take the cards of a row because the played card fits nowhere (B-9). */
export type TakeRow = {
  type: "take_row";
  row: number;
};

/** A score and how it comes about (BP-20). */
export type Tally = {
  best: number;
  buffalo: number;
  others: number;
};

/** What somebody gets who sat down: nobody can look token and seat code up again. */
export type Ticket = {
  token: string;
  seat: number | null;
  claim: string | null;
  table: TableInfo;
};

export type ToClient = Welcome | TableChanged | Update | ChatLine | ReactionShown | PresenceChanged | ClockChanged | Acknowledged | Rejected | Previewed | Pong | Goodbye;

/** The present deal of the day. */
export type Today = {
  day: string;
  ends: number;
  players: number;
};

/** Choose the card of the row just taken whose heads cancel others (SU-16). */
export type TurnPositive = {
  type: "turn_positive";
  card: number;
};

/** One of the tables with the same deals, as everybody sees it. */
export type TwinTable = {
  code: string;
  first: boolean;
  own: boolean;
  state: string;
  seats: SeatInfo[];
};

/** Take back the card that was named last (Q-Y4). */
export type UnorderCard = {
  type: "unorder_card";
};

/** What happened in the game, and what is new in the view; a game begins with the whole view. */
export type Update = {
  type: "update";
  number: number;
  history?: number;
  seat?: number | null;
  by?: "bot" | "clock" | "forced" | "player" | "stand_in" | null;
  events: Event[];
  facts?: (TableFacts | PartyFacts | null)[];
  deadline?: number | null;
  chat_open?: boolean;
  view?: ViewChanges;
  legal?: Action[] | null;
};

/** Start a fifth row with the played card (SU-6). */
export type UseFifthRow = {
  type: "use_fifth_row";
};

/** Place this card of the team next (CO-15). */
export type UseFirst = {
  type: "use_first";
  card: number;
};

/** Put the played card into a row, where ascending order puts it (SU-9, CO-13). */
export type UseInsert = {
  type: "use_insert";
  row: number;
};

/** Place this card of the team after all others (CO-16). */
export type UseLast = {
  type: "use_last";
  card: number;
};

/** Take the row that must be taken, but let one of its cards count for you (SU-16). */
export type UseNegativePositive = {
  type: "use_negative_positive";
};

/** Propose Sort with this order, which was named card by card (CO-17, Q-Y4). */
export type UseOrder = {
  type: "use_order";
  order: number[];
};

/** Take the played card back and place this one instead (SU-11, CO-12). */
export type UseReplace = {
  type: "use_replace";
  card: number;
};

/** Put 7-takes at a row (SU-8, CO-10). */
export type UseSeven = {
  type: "use_seven";
  row: number;
};

/** Move a card of the table into another row, where ascending order puts it (SU-12, CO-14). */
export type UseSlide = {
  type: "use_slide";
  card: number;
  row: number;
};

/** Begin to put all cards that wait in order; the window waits meanwhile (CO-17, Q-Y4). */
export type UseSort = {
  type: "use_sort";
};

/** Lock a row (SU-14, CO-11). */
export type UseStop = {
  type: "use_stop";
  row: number;
};

/** What every choice of one position is worth; losses, marks and reasons are those of each option. */
export type Verdict = {
  options: Option[];
  best: number;
  clear: boolean;
  losses: number[];
  marks: ("blunder" | "brilliant" | "doubtful" | "fine" | "mistake" | "unclear")[];
  reasons: Why[];
  measure?: "balance" | "heads" | "lead";
};

/** Whether a record replays, and whether its deal follows from what was committed to. */
export type Verification = {
  valid: boolean;
  fair: boolean | null;
  problem: string | null;
  code?: string | null;
  commitment?: string | null;
  secret?: string | null;
  nonces?: string[];
  seed?: string | null;
};

export type View = TableView | SurpriseView | OxView | PartyView;

/** Those fields of View that are new. */
export type ViewChanges = Partial<View>;

/** Agree to what another member proposes, or refuse it (Q-CO2, Q-X17). */
export type Vote = {
  type: "vote";
  agree: boolean;
};

/** A member of the team agreed to a proposal or refused it (Q-X17). */
export type Voted = {
  type: "voted";
  seat: number;
  agree: boolean;
};

/** The first answer. After a resumption it holds no view: what was missed follows, from `number` on. */
export type Welcome = {
  type: "welcome";
  protocol: number;
  resumed: boolean;
  number: number;
  history?: number;
  now: number;
  seat: number | null;
  host: boolean;
  table: TableInfo;
  presence: SeatPresence[];
  deadline?: number | null;
  chat_open?: boolean;
  view?: View | null;
  legal?: Action[] | null;
  story?: Event[];
  chat?: (ChatLine | ReactionShown)[];
  stood_in?: number;
};

/** Why a choice was good or bad: the key of a sentence; its figures are those of two options. */
export type Why = {
  key: "fits" | "later" | "low" | "low_card" | "other" | "room" | "row" | "sixth" | "takes_now";
  rival: number;
  unseen?: number;
};

/** Propose no order after all (Q-Y4). */
export type WithdrawSort = {
  type: "withdraw_sort";
};

/** A seat got its zero card; the letter is its secret until it bids it (BP-2, Q-BP18). */
export type ZeroDealt = {
  type: "zero_dealt";
  seat: number;
  letter: string | null;
};

/** A zero card went back to its owner and nothing was drawn (BP-9, Q-BP5b, Q-X16). */
export type ZeroReturned = {
  type: "zero_returned";
  seat: number;
  reason: Reason;
};
