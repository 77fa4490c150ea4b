/** What each special does, as a small picture: 48 wide, 40 high, cut out of the same paper as the cards. */

const INK = "#3a1d5c";
const card = (x: number, y: number, fill = "#fffdf4", turn = 0): string =>
  `<rect x="${x}" y="${y}" width="12" height="16.8" rx="2" fill="${fill}" stroke="${INK}" stroke-width="1.6"${turn ? ` transform="rotate(${turn} ${x + 6} ${y + 8})"` : ""}/>`;
const line = (d: string, colour = "#c5392c", width = 3): string => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const bars = (many: number, y: number, step: number): string =>
  Array.from({ length: many }, (_, at) => `<rect x="5" y="${y + at * step}" width="38" height="${step - 2}" rx="1.5" fill="#cbb4e2"/>`).join("");
const OCTAGON = `<path d="M16 3h16l9 9v16l-9 9H16l-9-9V12z" fill="#c5392c" stroke="${INK}" stroke-width="1.6"/>`;
const HEAD = "M3 1c0 4 2 6 5 6h8c3 0 5-2 5-6 2 4 1 9-4 9l-2 6c-1 3-5 3-6 0L7 10C2 10 1 5 3 1z";
const GOLD = "#f7c65a";

export const SIGNS: { [special: string]: string } = {
  seven: card(3, 12) + card(11, 12) + card(19, 12) + card(29, 9, GOLD, 8) + line("M31.5 14h7l-4 9", INK, 2.6),
  stop: `${OCTAGON}<path d="M14 17h20v6H14z" fill="#fff"/>`,
  insert: card(4, 20) + card(32, 20) + card(18, 3, GOLD) + line("M24 24v9m-4.5-4l4.5 4 4.5-4"),
  replace: card(5, 11, "#fffdf4", -8) + card(31, 11, GOLD, 8) + line("M16 7c5-5 12-5 16 0m0-5v5h-5M32 34c-5 5-12 5-16 0m0 5v-5h5", "#c5392c", 2.6),
  slide: bars(1, 3, 13) + bars(1, 26, 13) + card(7, 3, GOLD) + line("M23 13l9 12m-8 1h9v-9"),
  fifth_row: bars(4, 3, 7) + `<rect x="5" y="31" width="38" height="7" rx="2" fill="${GOLD}" stroke="${INK}" stroke-width="1.6"/>${line("M24 32v5m-2.5-2.500h5", INK, 2)}`,
  negative_positive: `<path transform="translate(1 5) scale(.85)" d="${HEAD}" fill="#c5392c"/><path transform="translate(26 17) scale(.85)" d="${HEAD}" fill="#1d7a4a"/>${line("M7 29h8", "#c5392c")}${line("M36 4v9m-4.5-4.500h9", "#1d7a4a")}${line("M20 26l7-12", INK, 2)}`,
  first: line("M6 4v32", INK, 3) + card(10, 11, GOLD) + card(24, 12) + card(33, 12) + line("M32 5H14m5-4l-5 4 5 4", "#c5392c", 2.6),
  last: line("M42 4v32", INK, 3) + card(26, 11, GOLD) + card(12, 12) + card(3, 12) + line("M16 5h18m-5-4l5 4-5 4", "#c5392c", 2.6),
  sort: [0, 1, 2, 3].map((at) => `<rect x="${4 + at * 10.5}" y="${26 - at * 7}" width="8" height="${11 + at * 7}" rx="1.8" fill="${at === 3 ? GOLD : "#fffdf4"}" stroke="${INK}" stroke-width="1.6"/>`).join("") + line("M5 17L26 4m-7-.5l7 .5-3 6.5", "#c5392c", 2.6),
  remove_stop: `<g opacity=".55">${OCTAGON}</g>${line("M13 10l22 20M35 10L13 30", "#fff", 6)}${line("M13 10l22 20M35 10L13 30", INK, 3)}`,
};
