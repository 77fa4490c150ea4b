/** One table as this device shows it: who is here by what the socket said last, the game by the moment that the stage has come to. */
import { nameOf } from "./names";
import type { Action, ChatLine, Event, Preview, ReactionShown, SeatPresence, TableChanges, TableInfo, ToClient, Update, View, Welcome } from "./messages";
import { caption, type Line, refusalInWords, retell, type Teller } from "./narration";
import { answer } from "./promises";
import { type Answer, Connection, type Listener, type Status } from "./socket";
import { Stage } from "./stage.svelte";
import { store, stored } from "./stored";
import { viewTold } from "./unfolding";

/** How a game ended, and which one it was at this table. */
export type Result = { view: View; game: number };
export type Message = (ChatLine | ReactionShown) & { key: number };

/** What a table needs of whoever plays the game: a server, or what stands for one. */
export type OtherEnd = Pick<Connection, "act" | "ask" | "talk" | "react" | "giveNonce" | "close">;

const MOST_NEWS = 12;
/** After a broken connection what was missed comes in one go. */
const CATCHING_UP_MS = 1000;

/** Milliseconds that people need to read what somebody said: a glance, and then word by word. */
const readingTime = (message: ChatLine | ReactionShown): number => (message.type === "chat_line" ? Math.min(12_000, 3500 + 70 * message.text.length) : 3500);

export class Table {
  status = $state<Status>("connecting");
  info = $state.raw<TableInfo | null>(null);
  seat = $state<number | null>(null);
  host = $state(false);
  presence = $state.raw<SeatPresence[]>([]);
  /** How those who look at this device are told the story. */
  readonly listener: Teller;
  readonly stage: Stage;
  view: View | null = $derived.by(() => this.stage.shown.view);
  /** What happened since that view, within the same decision. */
  between: Event[] = $derived.by(() => this.stage.shown.between);
  legal: Action[] = $derived.by(() => this.stage.shown.legal);
  toAct: number[] = $derived.by(() => this.stage.shown.toAct);
  decision: number = $derived.by(() => this.stage.shown.decision);
  deadline = $state<number | null>(null);
  chatOpen = $state(true);
  chat = $state.raw<Message[]>([]);
  /** The last message that was there when this device came. */
  before = $state(0);
  /** What was said just now, for as long as it takes to read it. */
  saying = $state.raw<Message[]>([]);
  /** The last things that happened, for screen readers: what comes quickly must not push away what was not read out yet. */
  news: { key: string; line: Line }[] = $derived.by(() =>
    this.stage.heard.slice(-MOST_NEWS).flatMap((heard) => retell(heard, this.listener).map((line, at) => ({ key: `${heard.key}.${at}`, line }))),
  );
  /** What is being shown at this moment, in words. */
  caption: Line | null = $derived.by(() => {
    for (const heard of this.stage.heard.slice(-MOST_NEWS).toReversed()) {
      const line = caption(heard, this.listener);
      if (line !== undefined) return line;
    }
    return null;
  });
  /** Whether this seat had said that it is ready for the game that is being played. */
  agreed = $state(false);
  /** How often somebody else answered for this seat while its owner was away, as far as the owner has not played on since. */
  stoodIn = $state(0);
  sending = $state.raw<Action | null>(null);
  /** Whether that has taken longer than a moment. */
  late = $state(false);
  /** Why the last answer was not taken, in words. */
  refusal = $state("");
  /** Why the server will not have us back. */
  goodbye = $state.raw<{ code: string; sentence: string } | null>(null);
  /** Whom this device does not show, by seat and name. */
  private unheard = $state.raw<string[]>([]);
  private readonly connection: OtherEnd;
  /** What was heard last, which the stage may still be on its way to. */
  private known: View | null = null;
  private possible: Action[] = [];
  private waited = false;
  private skew = 0;
  private keys = 0;

  constructor(
    readonly code: string,
    readonly token: string | null,
    happened: (event: Event) => void = () => {},
    private readonly standIn?: (listener: Listener) => OtherEnd,
  ) {
    this.unheard = stored<string[]>(`unheard.${code}`, []);
    const seat = (): number | null => this.seat;
    this.listener = { name: (at) => this.name(at), get you() { return seat(); } };
    this.stage = new Stage({
      you: seat,
      msLeft: () => (this.dueAt === null ? Infinity : this.dueAt * 1000 - Date.now()),
      happened,
    });
    const listener = { heard: (message: ToClient) => this.take(message), changed: (status: Status) => (this.status = status), late: (late: boolean) => this.wait(late) };
    this.connection = standIn?.(listener) ?? new Connection(code, token, listener);
  }

  /** Whether this seat owes an answer, or may still change it. */
  get asked(): boolean {
    return this.legal.length > 0 && this.view?.phase !== "over";
  }

  get myTurn(): boolean {
    return this.seat !== null && this.toAct.includes(this.seat);
  }

  /** The others for whom everybody waits; where no server is at the other end, nobody does. */
  get awaited(): number[] {
    return this.standIn ? [] : this.toAct.filter((seat) => seat !== this.seat);
  }

  /** Seconds on this device's own clock at which the time is up. */
  get dueAt(): number | null {
    return this.deadline === null ? null : this.deadline - this.skew;
  }

  name(seat: number): string {
    return this.info ? nameOf(this.info, seat, this.seat) : "";
  }

  async act(action: Action): Promise<boolean> {
    this.stage.hurry();
    this.sending = action;
    this.stoodIn = 0;
    this.waited = false;
    this.refusal = "";
    const refusal = await this.connection.act(this.decision, action);
    if (this.sending === action) this.sending = null;
    // a decision may close just as somebody clicks, which is nobody's fault; after a break people must be told
    if (refusal && (refusal.code !== "stale" || this.waited)) this.refusal = refusalInWords(refusal, action);
    return refusal === null;
  }

  ask = (action: Action): Promise<Preview | null> => this.connection.ask(action);
  talk = (text: string): Promise<Answer> => this.connection.talk(text);
  react = (reaction: Parameters<Connection["react"]>[0]): Promise<Answer> => this.connection.react(reaction);
  giveNonce = (nonce: string): Promise<Answer> => this.connection.giveNonce(nonce);
  close = (): void => this.connection.close();

  /** Whether this device shows what somebody says. */
  hears = (seat: number): boolean => !this.unheard.includes(this.person(seat));

  /** Show what somebody says on this device, or no longer; nobody else is told. */
  hear(seat: number, wanted: boolean): void {
    const others = this.unheard.filter((person) => person !== this.person(seat));
    this.unheard = wanted ? others : [...others, this.person(seat)];
    this.saying = this.saying.filter((message) => this.hears(message.seat));
    store(`unheard.${this.code}`, this.unheard);
  }

  private person(seat: number): string {
    return `${seat} ${this.info?.seats[seat]?.name ?? ""}`;
  }

  private wait(late: boolean): void {
    this.late = late;
    this.waited ||= late;
  }

  private take(message: ToClient): void {
    if (message.type === "welcome") this.welcome(message);
    else if (message.type === "update") this.update(message);
    else if (message.type === "table_changed") this.change(message.table);
    else if (message.type === "presence_changed") this.presence = message.seats;
    else if (message.type === "chat_line" || message.type === "reaction_shown") this.hearTalk(message);
    else if (message.type === "clock_changed") Object.assign(this, { skew: message.now - Date.now() / 1000, deadline: message.deadline });
    else if (message.type === "goodbye") this.goodbye = message;
  }

  private welcome(message: Welcome): void {
    this.skew = message.now - Date.now() / 1000;
    Object.assign(this, { seat: message.seat, host: message.host, info: message.table, presence: message.presence, stoodIn: message.stood_in ?? 0, goodbye: null });
    this.deadline = message.deadline ?? null;
    this.chatOpen = message.chat_open ?? true;
    this.addChance(message.table);
    if (message.resumed) return this.stage.jump(CATCHING_UP_MS);
    this.chat = (message.chat ?? []).map((line) => ({ ...line, key: this.nextKey() }));
    this.before = this.keys;
    this.known = message.view ?? null;
    this.possible = message.legal ?? [];
    this.stage.set(this.known, this.possible, message.story ?? []);
  }

  private update({ events, facts, legal, ...message }: Update): void {
    // what is repeated after an outage has the deadline that was told then; the one in force is never earlier
    this.deadline = message.deadline == null ? null : Math.max(message.deadline, this.deadline ?? 0);
    this.chatOpen = message.chat_open ?? true;
    const before = this.known;
    const view = (this.known = viewTold(before, { events, facts, ...message }));
    this.possible = legal ?? this.possible;
    if (!view) return;
    if (view.outcome) this.agreed = false;
    // what others do within a decision changes little: only a new question, or an answer of one's own, brings another picture
    const whole = view.decision !== before?.decision || message.seat === this.seat;
    this.stage.add({ events, facts, ...(whole ? { view, legal: this.possible } : {}), toAct: view.to_act, decision: view.decision });
  }

  private change(changes: TableChanges): void {
    const info = { ...this.info, ...changes } as TableInfo;
    if (info.game !== this.info?.game) this.agreed = this.seat !== null && !!this.info?.seats[this.seat]?.ready;
    this.info = info;
    this.addChance(info);
  }

  /** Before every deal: a nonce of this device's own, after the server has committed itself. */
  private addChance(info: TableInfo): void {
    if (this.seat !== null && info.commitment && info.state !== "playing") void answer(info.commitment, this.giveNonce);
  }

  private hearTalk(message: ChatLine | ReactionShown): void {
    const said = { ...message, key: this.nextKey() };
    this.chat = [...this.chat.slice(-99), said];
    if (!this.hears(said.seat)) return;
    this.saying = [...this.saying.filter(({ seat }) => seat !== said.seat), said];
    setTimeout(() => (this.saying = this.saying.filter(({ key }) => key !== said.key)), readingTime(said));
  }

  private nextKey(): number {
    this.keys += 1;
    return this.keys;
  }
}
