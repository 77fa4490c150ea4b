/** The server's HTTP interface: the lobby, and whatever is asked once. */
import type { Advice, Comparison, Lesson, NewTable, Person, Position, PuzzleEntry, Record as GameRecord, ReplayIndex, ReplayStep, RoundReview, Standing, Summary, TableInfo, Ticket, Today, TwinTable, Verdict, Verification } from "./messages";
import { untilAnswered } from "./unanswered";

export type Option = {
  name: string;
  kind: "number" | "choice" | "switch" | "numbers" | "set";
  default: boolean | number | string | string[] | null;
  rule: string;
  choices: string[];
  minimum: number | null;
  maximum: number | null;
  may_be_none: boolean;
  /** How many numbers a list has. */
  count: number | null;
};
export type GameSpec = { key: string; players: number[]; sections: string[]; options: Option[]; preset: Record<string, unknown> };
export type MyTable = { table: TableInfo; seat: number | null; to_act: boolean; touched: number };

const UNREACHABLE = "unreachable";
const PATIENCE_MS = 15_000;

/** The server said no: a code for programs, a sentence for people. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

async function call<T>(method: string, path: string, body?: unknown, token?: string, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  let response: Response, text: string;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal });
    text = await response.text();
  } catch {
    throw new Refused(0, UNREACHABLE, "The server cannot be reached.");
  }
  const answer = text ? JSON.parse(text) : undefined;
  if (!response.ok) throw new Refused(response.status, answer?.code ?? "failed", answer?.sentence ?? response.statusText);
  return answer as T;
}

/** Ask for a seat, again under the same id while no answer comes: a lost answer loses no seat. */
const sit = (path: string, wish: object): Promise<Ticket> =>
  untilAnswered(path, wish, (body) => call<Ticket>("POST", path, body, undefined, AbortSignal.timeout(PATIENCE_MS)), isLost);
const isLost = (error: unknown): boolean => error instanceof Refused && error.code === UNREACHABLE;

const at = (code: string, rest = ""): string => `/api/tables/${encodeURIComponent(code)}${rest}`;

export const games = () => call<GameSpec[]>("GET", "/api/games");
/** The bots that play a game, the levels for people first. */
export const bots = (game: string) => call<string[]>("GET", `/api/bots?game=${encodeURIComponent(game)}`);
/** The worked examples of a game. */
export const lessons = (game: string) => call<Lesson[]>("GET", `/api/examples/${encodeURIComponent(game)}`);
/** Where other devices reach this server (null: at the address in the address bar), and whether tables may be public there and there is a deal of the day. */
export const reach = () => call<{ address: string | null; public: boolean; daily: boolean }>("GET", "/api/reach");
export const publicTables = () => call<Summary[]>("GET", "/api/tables");
export const table = (code: string) => call<TableInfo>("GET", at(code));
export const open = (wish: NewTable) => sit("/api/tables", wish);
export const join = (code: string, person: Person) => sit(at(code, "/seats"), person);
export const claim = (code: string, words: string, device?: string) => sit(at(code, "/claims"), { claim: words, ...(device && { device }) });
/** Leave; or, as the host, take somebody off the table and perhaps keep them out. */
export const leave = (code: string, seat: number, token: string, keepOut = false) =>
  call<TableInfo>("DELETE", at(code, `/seats/${seat}${keepOut ? "?keep_out=true" : ""}`), undefined, token);
export const mute = (code: string, seat: number, muted: boolean, token: string) => call<TableInfo>("POST", at(code, `/seats/${seat}/mute`), { muted }, token);
export const fill = (code: string, level: string, seat: number | null, token: string) =>
  call<TableInfo>("POST", at(code, "/bots"), { level, seat }, token);
export const start = (code: string, token: string) => call<TableInfo>("POST", at(code, "/start"), undefined, token);
/** Want another game after this one, or no longer. */
export const ready = (code: string, token: string, game: number, wish: boolean) => call<TableInfo>("POST", at(code, "/ready"), { game, ready: wish }, token);
export const rematch = (code: string, token: string) => call<TableInfo>("POST", at(code, "/rematch"), undefined, token);
export const remove = (code: string, token: string) => call<void>("DELETE", at(code), undefined, token);
export const mine = (held: { table: string; token: string }[]) => call<MyTable[]>("POST", "/api/mine", { held });
export const record = (code: string, token?: string, game?: number) =>
  call<GameRecord>("GET", at(code, `/record${game ? `?game=${game}` : ""}`), undefined, token);
export const verification = (code: string, token?: string) => call<Verification>("GET", at(code, "/verification"), undefined, token);
export const replayIndex = (code: string, token?: string, game?: number) =>
  call<ReplayIndex>("GET", at(code, `/replay/index${game ? `?game=${game}` : ""}`), undefined, token);
export const replay = (code: string, wish: { step: number; seat: number | null; hands: boolean; game?: number }, token?: string) => {
  const query = new URLSearchParams({ step: String(wish.step), hands: String(wish.hands) });
  if (wish.seat !== null) query.set("seat", String(wish.seat));
  if (wish.game !== undefined) query.set("game", String(wish.game));
  return call<ReplayStep>("GET", at(code, `/replay?${query}`), undefined, token);
};
/** What each decision of a seat was worth in one round of a finished game. */
export const review = (code: string, wish: { seat: number; round: number; game?: number }, token?: string, signal?: AbortSignal) => {
  const query = new URLSearchParams({ seat: String(wish.seat), round: String(wish.round) });
  if (wish.game !== undefined) query.set("game", String(wish.game));
  return call<RoundReview>("GET", at(code, `/review?${query}`), undefined, token, signal);
};
/** The deal of the day, and this device's table there. */
export const daily = () => call<Today>("GET", "/api/daily");
export const openDaily = (device: string, name: string) => call<Ticket>("POST", "/api/daily", { device, name });
/** How the owner of a seat did with the day's cards. */
export const standing = (code: string, token: string) => call<Standing>("GET", at(code, "/standing"), undefined, token);
/** Open another table with the same deals, and sit down there. */
export const openTwin = (code: string, host: Person) => sit(at(code, "/twins"), { host });
/** All tables with the same deals, the first one first. */
export const twins = (code: string) => call<TwinTable[]>("GET", at(code, "/twins"));
/** Close another table with the same deals before the start. */
export const closeTwin = (code: string, twin: string, token: string) => call<void>("DELETE", at(code, `/twins/${encodeURIComponent(twin)}`), undefined, token);
/** How everybody did who held the same hands at other tables. */
export const comparison = (code: string, token: string) => call<Comparison>("GET", at(code, "/comparison"), undefined, token);
/** What each choice of the present decision is expected to cost, where the table has a coach. */
export const coach = (code: string, decision: number, token: string) => call<Advice>("POST", at(code, "/coach"), { decision }, token);
/** The puzzles that come with the server. */
export const puzzles = () => call<PuzzleEntry[]>("GET", "/api/puzzles");
/** What one seat sees, and nothing else; and what each of its choices is worth. */
export const position = (code: string) => call<Position>("GET", `/api/positions/${encodeURIComponent(code)}`);
export const verdict = (code: string, choice = 0) => call<Verdict>("GET", `/api/positions/${encodeURIComponent(code)}/verdict${choice ? `?choice=${choice}` : ""}`);
export const qr = (text: string): string => `/api/qr?text=${encodeURIComponent(text)}`;
