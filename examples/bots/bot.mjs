// A bot for every game of nimmt, for Node without any package: the cheapest card now, the cheapest row.
// Try it: nimmt bot check node examples/bots/bot.mjs
import { createInterface } from 'node:readline';

const last = (cards) => cards[cards.length - 1];
const least = (list, cost) => list.reduce((best, one) => (cost(one) < cost(best) ? one : best));

/** What a card would take on the rows as they lie, and a little for its distance from the end of its row. */
function costOf(card, { rows, facts }) {
  const below = rows.map((row, index) => ({ end: last(row.cards), ...facts.rows[index] })).filter(({ end }) => end < card);
  if (below.length === 0) return Math.min(...facts.rows.map((row) => row.heads)); // the cheapest row must be taken
  const nearest = below.reduce((best, row) => (row.end > best.end ? row : best));
  return (nearest.full ? nearest.heads : 0) + (card - nearest.end) / 1000;
}

/** Think about cards and rows; of everything else take the calmest answer. */
function choose(view, legal) {
  const all = (kind) => legal.every((action) => action.type === kind);
  if (all('play_card')) return least(legal, (action) => costOf(action.card, view) + (action.reverse ? 1000 : 0));
  if (all('take_row')) return least(legal, (action) => view.facts.rows[action.row].heads);
  if (all('bid')) return least(legal, (action) => action.card);
  for (const kind of ['pass', 'done', 'lay_card', 'use_order', 'order_card']) {
    const found = legal.find((action) => action.type === kind);
    if (found) return found;
  }
  return legal.find((action) => action.agree) ?? legal[0];
}

const answers = {
  hello: () => ({ type: 'hello', protocol: 1, name: 'cheapest card in JavaScript' }),
  decide: ({ number, view, legal }) => ({ type: 'act', number, action: choose(view, legal) }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  const answer = answers[message.type]?.(message); // nobody waits for one to begin, end, or something newer
  if (answer) process.stdout.write(`${JSON.stringify(answer)}\n`);
});
