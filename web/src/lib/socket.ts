/** One socket for one table: says hello, comes back by itself, sends again whatever was not answered. */
import type { Action, FromClient, Preview, ToClient } from "./messages";

export type Status = "connecting" | "open" | "lost" | "closed";
export type Answer = { code: string; sentence: string; rule?: string } | null;
type Answered = { type: "act" | "say" | "react" | "give_nonce" | "ask" | "ping"; id: string };
type Waiting = { message: Answered & FromClient; settle: (answer: ToClient) => void };
/** `late`: whether something that somebody did has waited for its answer longer than a moment. */
export type Listener = { heard: (message: ToClient) => void; changed: (status: Status) => void; late?: (late: boolean) => void };

const SLOWEST_MS = 8000;
/** After this much silence the server is asked for a sign of life, and after as much again it counts as gone. */
const SILENCE_MS = 3000;
/** The same while nobody looks. */
const UNSEEN_MS = 20000;
/** A server that sends no welcome within this time counts as gone. */
const OPENING_MS = 10000;
const MOMENT_MS = 1000;

/** Reasons for a goodbye after which coming back would not help. */
const FINAL = new Set(["wrong_token", "removed", "deleted", "no_such_table", "spectators_off"]);

export class Connection {
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  private last: number | null = null;
  /** What was told up to there: after a restored backup the same number may come again with another history. */
  private history: number | null = null;
  private attempts = 0;
  private welcome = false;
  private counter = 0;
  private readonly name = crypto.randomUUID?.().slice(0, 8) ?? Math.random().toString(36).slice(2, 10);
  private timer = 0;
  private pulse = 0;
  private heardAt = 0;
  private moment = 0;
  private ended = false;

  constructor(
    private readonly code: string,
    private readonly token: string | null,
    private readonly listener: Listener,
  ) {
    this.connect();
    addEventListener("online", this.hurry);
    addEventListener("offline", this.doubt);
    document.addEventListener("visibilitychange", this.hurry);
  }

  /** Answer a decision; null means that it is stored for good. */
  act(decision: number, action: Action): Promise<Answer> {
    return this.request({ type: "act", id: this.nextId(), decision, action }).then(refusal);
  }

  talk(text: string): Promise<Answer> {
    return this.request({ type: "say", id: this.nextId(), text }).then(refusal);
  }

  react(reaction: "bravo" | "hurry" | "laugh" | "ouch" | "thanks" | "think"): Promise<Answer> {
    return this.request({ type: "react", id: this.nextId(), reaction }).then(refusal);
  }

  giveNonce(nonce: string): Promise<Answer> {
    return this.request({ type: "give_nonce", id: this.nextId(), nonce }).then(refusal);
  }

  /** What an action would do now; null where the server does not say. */
  ask(action: Action): Promise<Preview | null> {
    return this.request({ type: "ask", id: this.nextId(), action }).then((answer) => (answer.type === "previewed" ? { events: answer.events, facts: answer.facts ?? [] } : null));
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.doubt);
    clearTimeout(this.moment);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
    this.listener.changed("closed");
  }

  private connect(): void {
    this.listener.changed(this.attempts ? "lost" : "connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.code)}/socket`);
    const before = this.socket;
    this.socket = socket;
    this.timer = setTimeout(() => socket === this.socket && this.cut(), OPENING_MS) as unknown as number;
    before?.close(); // one that still tries, if any: nobody listens to it now
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token: this.token, after: this.last, history: this.history } satisfies FromClient));
    socket.onmessage = (event: MessageEvent<string>) => socket === this.socket && this.hear(JSON.parse(event.data) as ToClient);
    socket.onclose = () => socket === this.socket && this.lost();
  }

  private hear(message: ToClient): void {
    this.heardAt = Date.now();
    if (message.type === "welcome") this.welcomed();
    if ("number" in message && message.type !== "acknowledged") {
      if (message.type !== "welcome" && this.last !== null && message.number <= this.last) return;
      // a resumed welcome tells where the missed parts end; they are counted as they come
      if (message.type !== "welcome" || !message.resumed) [this.last, this.history] = [message.number, message.history ?? null];
    }
    if (message.type === "goodbye" && FINAL.has(message.code)) {
      this.listener.heard(message);
      return this.close();
    }
    if (message.type === "acknowledged" || message.type === "rejected" || message.type === "previewed" || message.type === "pong") {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      waiting?.settle(message);
      this.watch();
    }
    this.listener.heard(message);
  }

  private welcomed(): void {
    this.attempts = 0;
    this.welcome = true;
    clearTimeout(this.timer);
    this.listener.changed("open");
    for (const { message } of this.waiting.values()) this.socket?.send(JSON.stringify(message));
    this.watch();
    clearInterval(this.pulse);
    this.pulse = setInterval(() => this.check(), SILENCE_MS) as unknown as number;
  }

  private check(): void {
    if (Date.now() - this.heardAt >= (document.hidden ? UNSEEN_MS : SILENCE_MS)) this.probe();
  }

  /** Ask for a sign of life; a connection that has died silently is cut. */
  private probe(patience = SILENCE_MS): void {
    const socket = this.socket;
    const deadline = setTimeout(() => socket === this.socket && this.cut(), patience);
    void this.request({ type: "ping", id: this.nextId() }).then(() => clearTimeout(deadline));
  }

  /** A dead connection may take long to close: nobody waits for that. */
  private cut(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.lost();
  }

  /** The device says that it has no network; a server on the device itself may still be there. */
  private doubt = (): void => {
    if (this.welcome) this.probe(MOMENT_MS);
  };

  /** Whoever did something learns within a moment that it is still under way. */
  private watch(): void {
    clearTimeout(this.moment);
    const due = [...this.waiting.values()].some(({ message }) => message.type === "act");
    if (!due) return this.listener.late?.(false);
    this.moment = setTimeout(() => {
      this.listener.late?.(true);
      if (this.welcome) this.probe();
    }, MOMENT_MS) as unknown as number;
  }

  private request(message: Answered & FromClient): Promise<ToClient> {
    return new Promise((settle) => {
      this.waiting.set(message.id, { message, settle });
      if (this.welcome) this.socket?.send(JSON.stringify(message));
      if (message.type === "act") this.watch();
    });
  }

  private lost(): void {
    this.welcome = false;
    clearInterval(this.pulse);
    clearTimeout(this.timer);
    this.forgetQuestions();
    if (this.ended) return;
    this.attempts += 1;
    this.listener.changed("lost");
    const wait = Math.min(SLOWEST_MS, 250 * 2 ** this.attempts) * (0.75 + Math.random() / 2);
    this.timer = setTimeout(() => this.connect(), wait) as unknown as number;
  }

  /** Questions go out of date; only what somebody did is sent again. */
  private forgetQuestions(): void {
    for (const [id, { message, settle }] of this.waiting) {
      if (message.type !== "ping" && message.type !== "ask") continue;
      this.waiting.delete(id);
      settle({ type: "rejected", id, code: "lost", sentence: "" });
    }
  }

  private hurry = (): void => {
    if (this.ended || !this.attempts || document.hidden) return;
    clearTimeout(this.timer);
    this.connect();
  };

  private nextId(): string {
    this.counter += 1;
    return `${this.name}-${this.counter}`;
  }
}

function refusal(answer: ToClient): Answer {
  return answer.type === "rejected" ? { code: answer.code, sentence: answer.sentence, rule: answer.rule } : null;
}
