/** The bull, our own drawing: one head of simple shapes, in many coats and moods. 128 wide, 120 high. */

const COATS = {
  // of the cards, by what they cost
  ash: { hide: "#8b8d84", dark: "#6b6d65", muzzle: "#e9d2c0", horns: "sweep", hair: "curl" },
  sky: { hide: "#5485c4", dark: "#3b659f", muzzle: "#ecd3c4", horns: "sweep", hair: "curl" },
  amber: { hide: "#d8932f", dark: "#ad6f17", muzzle: "#f5dcbf", horns: "sweep", hair: "curl" },
  ember: { hide: "#cf4a39", dark: "#a02f22", muzzle: "#f3cdb9", horns: "sweep", hair: "curl" },
  plum: { hide: "#8d54b8", dark: "#693891", muzzle: "#efcfcf", horns: "sweep", hair: "wild" },
  // of the players: each has a colour and a shape of its own
  hazel: { hide: "#a8693c", dark: "#7e4a26", muzzle: "#f3d9bd", horns: "lyre", hair: "curl", mark: "blaze" },
  cloud: { hide: "#f1e9da", dark: "#cdbfa6", muzzle: "#f0b9ae", horns: "stub", hair: "tuft", mark: "eye", extra: "tag" },
  night: { hide: "#4b5163", dark: "#31364a", muzzle: "#c9b3ac", horns: "up", hair: "none", mark: "star", extra: "ring" },
  rust: { hide: "#d6693a", dark: "#a94a22", muzzle: "#f6d3b4", horns: "wide", hair: "fringe" },
  mint: { hide: "#5cae94", dark: "#3c8770", muzzle: "#e5e3c8", horns: "low", hair: "tuft", mark: "spots" },
  rose: { hide: "#e08ba4", dark: "#b9637d", muzzle: "#fbe0d8", horns: "stub", hair: "curl", extra: "flower" },
  lilac: { hide: "#9b84d4", dark: "#735cae", muzzle: "#ead9ee", horns: "lyre", hair: "fringe", extra: "tag" },
  straw: { hide: "#e5c25c", dark: "#bb9635", muzzle: "#faebcb", horns: "up", hair: "tuft", mark: "blaze" },
  sea: { hide: "#4fa3c7", dark: "#32799a", muzzle: "#dfe4da", horns: "wide", hair: "none", mark: "eye", extra: "ring" },
  moss: { hide: "#8a9d4b", dark: "#66762f", muzzle: "#efe3bd", horns: "sweep", hair: "tuft", mark: "spots", extra: "flower" },
  // of the game's own: the one that sleeps at the end of each row, the Ox, and the coach
  row: { hide: "#c24436", dark: "#932b20", muzzle: "#f0c8b2", horns: "sweep", hair: "curl" },
  ox: { hide: "#4a3a33", dark: "#2f231e", muzzle: "#c79f87", horns: "wide", hair: "fringe", extra: "ring" },
  coach: { hide: "#b98a5e", dark: "#8d6440", muzzle: "#f6e2c8", horns: "stub", hair: "none", extra: "cap" },
} as const satisfies Record<string, CoatOf>;

const HORNS = {
  sweep: "M48 39C31 43 12 36 5 11C20 26 35 25 52 28Z",
  wide: "M48 38C30 44 8 38 1 20C18 27 36 21 53 28Z",
  up: "M46 38C29 37 22 20 29 2C35 16 42 22 54 28Z",
  lyre: "M47 39C26 41 11 27 22 3C23 12 24 22 34 25C42 28 47 27 52 29Z",
  low: "M48 37C36 26 17 30 14 50C5 36 10 16 32 17C42 18 48 23 53 28Z",
  stub: "M46 37C37 34 33 25 36 15C42 19 48 23 55 28Z",
} as const;

const HAIR = {
  curl: "M50 31C48 22 56 18 62 22C65 16 77 18 76 26C82 27 81 35 75 36C72 41 66 40 64 36C60 41 51 39 50 31Z",
  tuft: "M52 33C50 24 55 17 60 14C60 19 62 20 64 14C67 19 69 19 71 16C75 21 78 27 76 33C70 38 58 38 52 33Z",
  fringe: "M40 38C38 22 52 18 64 18C76 18 90 22 88 38C85 47 80 50 79 43C77 50 72 52 70 45C68 53 61 53 59 45C56 52 50 51 49 43C48 50 42 47 40 38Z",
  wild: "M47 34L41 22L52 25L51 12L60 22L66 8L70 21L80 12L78 25L88 22L81 35C72 41 56 41 47 34Z",
  none: "",
} as const;

const MARKS = {
  blaze: "M58 30C60 46 58 60 60 74H68C70 60 68 46 70 30Z",
  eye: "M68 44C74 40 86 42 89 50C91 62 84 70 76 70C68 68 64 52 68 44Z",
  star: "M64 34l3 6.5 7 .8-5.2 4.7 1.4 7-6.2-3.5-6.2 3.5 1.4-7-5.2-4.7 7-.8z",
  spots: "M43 66a5 4 0 1 0 8 3a5 4 0 1 0-8-3zM80 38a4 5 0 1 0 6 5a4 5 0 1 0-6-5zM79 72a3 3 0 1 0 5 2a3 3 0 1 0-5-2z",
} as const;

type CoatOf = { hide: string; dark: string; muzzle: string; horns: keyof typeof HORNS; hair: keyof typeof HAIR; mark?: keyof typeof MARKS; extra?: keyof typeof EXTRAS };
export type Coat = keyof typeof COATS;
export type Mood = "calm" | "bored" | "wary" | "grumpy" | "furious" | "mad" | "asleep" | "stirring" | "wincing" | "happy";

/** Of a card by what it costs. */
export const CLASSES = { 1: ["ash", "bored"], 2: ["sky", "wary"], 3: ["amber", "grumpy"], 5: ["ember", "furious"], 7: ["plum", "mad"] } as const satisfies Record<number, readonly [Coat, Mood]>;

/** Of the players, by their seats. */
export const HERD: readonly Coat[] = ["hazel", "sea", "rose", "straw", "night", "mint", "rust", "cloud", "lilac", "moss"];

const INK = "#2a1a14";
const [RX, RY] = [10, 11];

const shape = (d: string, fill: string, width = 3): string => `<path d="${d}" fill="${fill}" stroke="${INK}" stroke-width="${width}"/>`;
const line = (d: string, width = 3.5, colour = INK): string => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
const both = (half: string): string => `${half}<g transform="matrix(-1 0 0 1 128 0)">${half}</g>`;

/** An eye at x: how far its lid has come down at the left and at the right end (-1 is open, 1 is closed), and where it looks. */
function eye(x: number, left: number, right: number, look: readonly [number, number], dark: string, iris = 4.6, glow = ""): string {
  const point = (side: number, high: number): string => `${(x + side * RX * Math.sqrt(1 - high * high)).toFixed(1)} ${(57 + RY * high).toFixed(1)}`;
  const lid = left <= -1 ? "" : shape(`M${point(-1, left)}A${RX} ${RY} 0 ${left + right > 0 ? 1 : 0} 1 ${point(1, right)}Z`, dark, 2.6);
  const ball = `<ellipse cx="${x}" cy="57" rx="${RX}" ry="${RY}" fill="${glow || "#fffaf0"}" stroke="${INK}" stroke-width="2.6"/>`;
  const pupil = `<circle cx="${x + look[0]}" cy="${57 + look[1]}" r="${iris}" fill="${INK}"/><circle cx="${x + look[0] - 1.5}" cy="${55.2 + look[1]}" r="1.4" fill="#fff"/>`;
  return ball + pupil + lid;
}

const spiral = (x: number, turn: number): string =>
  `<circle cx="${x}" cy="57" r="11.5" fill="#fffaf0" stroke="${INK}" stroke-width="2.6"/>` +
  `<path transform="rotate(${turn} ${x} 57)" d="M${x} 57c2-3 6 0 4 4s-9 3-10-3 6-11 13-6" fill="none" stroke="#8a1f3c" stroke-width="2.5"/>`;

const STEAM = `<g fill="#fff" stroke="#bdb3a8" stroke-width="1.5">${both('<path d="M31 94c-5-5-12-2-11 4-7-2-12 4-8 9 5 6 13 2 13-2 6 2 11-4 6-11z"/>')}</g>`;
const RING = line("M57 93C54 106 74 106 71 93", 7, INK) + line("M57 93C54 106 74 106 71 93", 3.6, "#f2b632");
const TEETH = shape("M47 100C56 96 72 96 81 100C82 106 80 109 77 110C70 107 58 107 51 110C48 109 46 106 47 100Z", "#fffaf0", 2.6) + line("M55.5 97.500v11M64 97v10.500M72.5 97.500v11", 1.8);

type Drawn = (dark: string) => { eyes: string; mouth: string; around?: string };
const MOODS: Record<Mood, Drawn> = {
  calm: (dark) => ({ eyes: eye(52, -0.55, -0.55, [1, 1], dark) + eye(76, -0.55, -0.55, [-1, 1], dark) + line("M43 41Q51 37 58 41M70 41Q77 37 85 41"), mouth: line("M53 102Q64 109 75 102") }),
  bored: (dark) => ({ eyes: eye(52, 0.08, 0.08, [0, 3.5], dark) + eye(76, 0.08, 0.08, [0, 3.5], dark) + line("M42 43H60M68 43H86"), mouth: line("M53 104H76") }),
  wary: (dark) => ({ eyes: eye(52, -0.62, -0.5, [4.5, 0.5], dark) + eye(76, 0.12, 0.3, [4.5, 3], dark) + line("M42 39Q50 32 60 39M67 46L87 43", 4), mouth: line("M54 105Q66 98 77 102") }),
  grumpy: (dark) => ({ eyes: eye(52, -0.6, 0.15, [2, 2], dark) + eye(76, 0.15, -0.6, [-2, 2], dark) + line("M41 39L60 47M87 39L68 47", 4.6), mouth: line("M51 108Q64 96 77 108", 3.8) }),
  furious: (dark) => ({ eyes: eye(52, -0.85, 0.2, [3, 2], dark, 3.2, "#ffe6b0") + eye(76, 0.2, -0.85, [-3, 2], dark, 3.2, "#ffe6b0") + line("M39 35L61 48M89 35L67 48", 5.6), mouth: TEETH + RING, around: STEAM }),
  mad: () => ({ eyes: spiral(52, 0) + spiral(76, 160) + line("M41 41Q49 34 59 42M69 39L87 43", 4.2), mouth: shape("M46 99Q64 104 82 98C82 110 74 115 64 115C54 115 47 109 46 99Z", "#5b1420") + shape("M60 108C66 104 76 106 77 112C78 121 65 122 62 116Z", "#f07a86", 2.4) + RING, around: STEAM }),
  asleep: () => ({ eyes: line("M43 57Q52 66 61 57M67 57Q76 66 85 57", 3.2), mouth: line("M58 104Q64 108 70 104") }),
  stirring: (dark) => ({ eyes: line("M43 57Q52 66 61 57", 3.2) + eye(76, 0.1, 0.1, [-2, 4], dark) + line("M68 42Q77 37 86 42"), mouth: line("M56 104Q64 101 72 104") }),
  wincing: () => ({ eyes: line("M44 50L58 57L44 64M84 50L70 57L84 64", 4), mouth: shape("M50 106C53 99 75 99 78 106C74 111 54 111 50 106Z", "#fffaf0", 2.6) + line("M57 101v8M64 100v9M71 101v8", 1.8) }),
  happy: () => ({ eyes: line("M43 60Q52 47 61 60M67 60Q76 47 85 60", 4), mouth: shape("M48 98Q64 103 80 98C79 110 72 115 64 115C56 115 49 110 48 98Z", "#5b1420", 2.6) + `<path d="M56 111C60 106 68 106 72 111C68 114 60 114 56 111Z" fill="#f07a86"/>` }),
};

const EXTRAS = {
  ring: RING,
  tag: '<path d="M14 55l-7 12 10 4 5-13z" fill="#f4c542" stroke="#2a1a14" stroke-width="2.5"/>',
  flower: '<g fill="#fff6d8" stroke="#2a1a14" stroke-width="2"><circle cx="90" cy="27" r="5"/><circle cx="98" cy="33" r="5"/><circle cx="95" cy="42" r="5"/><circle cx="86" cy="42" r="5"/><circle cx="82" cy="33" r="5"/></g><circle cx="90" cy="35" r="4.5" fill="#f2b632"/>',
  /** A scholar's: it hides the horns' roots, and its tassel hangs at one side. */
  cap: '<path d="M40 30Q64 42 88 30V42Q64 52 40 42Z" fill="#22304a" stroke="#2a1a14" stroke-width="3"/><path d="M64 2L118 20L64 38L10 20Z" fill="#34486e" stroke="#2a1a14" stroke-width="3"/><path d="M64 20L108 25V44" fill="none" stroke="#f2b632" stroke-width="4"/><circle cx="108" cy="49" r="6" fill="#f2b632" stroke="#2a1a14" stroke-width="2.5"/>',
} as const;

/** The shapes of a bull, without the picture around them. */
export function bull(coat: Coat, mood: Mood): string {
  const { hide, dark, muzzle, horns, hair, mark, extra }: CoatOf = COATS[coat];
  const { eyes, mouth, around = "" } = MOODS[mood](dark);
  const markFill = mark === "eye" ? dark : mark === "spots" ? dark : "#fff4e2";
  return [
    '<g stroke-linejoin="round" stroke-linecap="round">',
    both(shape(HORNS[horns], "#f6e7c4") + shape("M41 49C29 40 12 42 5 53C13 64 30 65 43 58Z", hide) + '<path d="M36 52C28 47 18 49 13 54C20 60 30 60 37 56Z" fill="#efa79b"/>'),
    shape("M39 42C41 26 87 26 89 42C93 57 89 74 85 91H43C39 74 35 57 39 42Z", hide),
    `<path d="M87 42C91 57 87 74 83 90H74C82 72 84 56 80 33C84 35 86 38 87 42Z" fill="${dark}" opacity=".5"/>`,
    mark ? `<path d="${MARKS[mark]}" fill="${markFill}"/>` : "",
    hair === "fringe" ? eyes + shape(HAIR[hair], dark, 2.6) : (HAIR[hair] ? shape(HAIR[hair], dark, 2.6) : "") + eyes,
    shape("M33 93C31 77 48 71 64 71C80 71 97 77 95 93C95 109 82 116 64 116C46 116 33 109 33 93Z", muzzle),
    both(`<ellipse cx="51" cy="86" rx="5.5" ry="4" transform="rotate(-18 51 86)" fill="${INK}"/>`),
    mouth,
    extra === "ring" && (mood === "furious" || mood === "mad") ? "" : extra ? EXTRAS[extra] : "",
    around,
    "</g>",
  ].join("");
}

/** The picture's own measure: a little more than the head, for its outline. */
export const VIEW_BOX = "-2 0 132 122";

const imageOf = (shapes: string, box: string): string => `url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${shapes}</svg>`)}")`;

const HEAD = "M3 1c0 4 2 6 5 6h8c3 0 5-2 5-6 2 4 1 9-4 9l-2 6c-1 3-5 3-6 0L7 10C2 10 1 5 3 1z";
const BACK = `<rect width="100" height="140" rx="9" fill="#fbf3df"/><rect x="5" y="5" width="90" height="130" rx="6" fill="#8f2a22"/>
<g stroke="#b7493a" stroke-width="2.2">${Array.from({ length: 13 }, (_, at) => `<path d="M5 ${at * 20 - 85}L95 ${at * 20 + 5}M95 ${at * 20 - 85}L5 ${at * 20 + 5}"/>`).join("")}</g>
<path d="M0 0H100V140H0ZM5 11A6 6 0 0 1 11 5H89A6 6 0 0 1 95 11V129A6 6 0 0 1 89 135H11A6 6 0 0 1 5 129Z" fill="#fbf3df" fill-rule="evenodd"/>
<rect x="10" y="10" width="80" height="120" rx="4" fill="none" stroke="#f2c66a" stroke-width="1.8"/>
<circle cx="50" cy="70" r="27" fill="#8f2a22" stroke="#f2c66a" stroke-width="2.5"/><circle cx="50" cy="70" r="22.5" fill="none" stroke="#f2c66a" stroke-width="1" stroke-dasharray="1.500 3"/>
<path transform="translate(32 55.500) scale(1.500)" d="${HEAD}" fill="#f2c66a"/>`;

/** What style sheets draw with: the bulls on cards and the back of a card, one image for all that look alike. */
export function hang(style: CSSStyleDeclaration): void {
  for (const [heads, [coat, mood]] of Object.entries(CLASSES)) style.setProperty(`--bull-${heads}`, imageOf(bull(coat, mood), VIEW_BOX));
  style.setProperty("--back", imageOf(BACK, "0 0 100 140"));
}
