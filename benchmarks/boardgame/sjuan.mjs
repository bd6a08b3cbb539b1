// Sjuan for boardgame.io, the document's own rules: one deal, from the deal to the first empty hand.

import { INVALID_MOVE, TurnOrder } from 'boardgame.io/dist/cjs/core.js';

const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
const SEVEN = RANKS.indexOf('7');
const FIRST = '7C';
const PLACES = Object.fromEntries(
  ['S', 'H', 'D', 'C'].flatMap((suit) => RANKS.map((name, rank) => [name + suit, { suit, rank }])),
);

// Whether a card may be played: a row holds the lowest and the highest rank that is down.
function fits({ rows }, card) {
  const { suit, rank } = PLACES[card];
  const row = rows[suit];
  if (!rows.C) return card === FIRST;
  return row ? rank === row.low - 1 || rank === row.high + 1 : rank === SEVEN;
}

// The cards that a seat may play; with none it passes.
export const playable = (G, seat) => G.hands[seat].filter((card) => fits(G, card));

function play({ G, playerID }, card) {
  const hand = G.hands[playerID];
  if (!hand.includes(card) || !fits(G, card)) return INVALID_MOVE;
  const { suit, rank } = PLACES[card];
  const row = G.rows[suit];
  if (!row) G.rows[suit] = { low: rank, high: rank };
  else if (rank < row.low) row.low = rank;
  else row.high = rank;
  G.hands[playerID] = hand.filter((other) => other !== card);
  G.passes = 0;
}

function pass({ G, playerID }) {
  if (playable(G, playerID).length > 0) return INVALID_MOVE;
  G.passes += 1;
}

export const Sjuan = {
  name: 'sjuan',
  minPlayers: 3,
  maxPlayers: 6,
  disableUndo: true,

  // Seat 0 deals, so the first card goes to seat 1.
  setup: ({ ctx, random }) => {
    const hands = Array.from({ length: ctx.numPlayers }, () => []);
    random.Shuffle(Object.keys(PLACES)).forEach((card, at) => hands[(at + 1) % ctx.numPlayers].push(card));
    return { hands, rows: { S: null, H: null, D: null, C: null }, passes: 0 };
  },

  moves: { play, pass },

  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: { ...TurnOrder.DEFAULT, first: ({ G }) => G.hands.findIndex((hand) => hand.includes(FIRST)) },
  },

  endIf: ({ G, ctx }) => {
    const winner = G.hands.findIndex((hand) => hand.length === 0);
    const blocked = G.passes === ctx.numPlayers;
    if (winner < 0 && !blocked) return undefined;
    return { winner: blocked ? null : winner, blocked, points: G.hands.map((hand) => hand.length) };
  },

  // Another's hand is no more than the number of its cards.
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (seat === Number(playerID) ? hand : hand.length)),
  }),
};
