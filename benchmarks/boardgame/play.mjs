// Random play of Sjuan by boardgame.io's client, four seats: `node play.mjs alone|local SEED SECONDS` prints as JSON how
// many moves and games it played in how much CPU time, `node play.mjs record SEED GAMES` prints games, one a line.

import { Client } from 'boardgame.io/dist/cjs/client.js';
import { Local } from 'boardgame.io/dist/cjs/multiplayer.js';

import { Sjuan, playable } from './sjuan.mjs';

const SEATS = 4;

// One client without a transport, at which all players sit: it sees what the seat on turn may see.
function alone(seed) {
  const playerView = ({ G, ctx }) => Sjuan.playerView({ G, ctx, playerID: ctx.currentPlayer });
  const client = Client({ game: { ...Sjuan, seed, playerView }, numPlayers: SEATS, debug: false });
  return Array.from({ length: SEATS }, () => client);
}

// A client for each seat, and a master that holds the game and sends each client what its seat may see.
function local(seed) {
  const shared = { game: { ...Sjuan, seed }, matchID: seed, numPlayers: SEATS, multiplayer: Local(), debug: false };
  return Array.from({ length: SEATS }, (_, seat) => Client({ ...shared, playerID: String(seat) }));
}

// Numbers below a bound from a seed: Mulberry32.
function chance(seed) {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

// Play one game to its end, with the view and the legal list of the seat on turn at each step.
function play(clients, below, told = () => {}) {
  new Set(clients).forEach((client) => client.start());
  let moves = 0;
  for (;;) {
    const { ctx } = clients[0].store.getState();
    if (ctx.gameover) break;
    const client = clients[ctx.currentPlayer];
    const cards = playable(client.getState().G, ctx.currentPlayer);
    const card = cards.length > 0 ? cards[below(cards.length)] : null;
    told({ seat: Number(ctx.currentPlayer), playable: cards, played: card });
    if (card === null) client.moves.pass();
    else client.moves.play(card);
    moves += 1;
  }
  new Set(clients).forEach((client) => client.stop());
  return moves;
}

// Whole games for so many seconds of CPU time.
function measure(way, seed, seconds) {
  const below = chance(seed);
  const began = process.cpuUsage();
  let [moves, games, spent] = [0, 0, 0];
  while (spent < seconds) {
    moves += play(way(`${seed}-${games}`), below);
    games += 1;
    const { user, system } = process.cpuUsage(began);
    spent = (user + system) / 1e6;
  }
  return { moves, games, seconds: spent };
}

function record(seed, games) {
  const below = chance(seed);
  for (let game = 0; game < games; game += 1) {
    const clients = alone(`${seed}-${game}`);
    const { hands } = clients[0].store.getState().G;
    const steps = [];
    play(clients, below, (step) => steps.push(step));
    const { gameover } = clients[0].store.getState().ctx;
    console.log(JSON.stringify({ hands, steps, outcome: gameover }));
  }
}

const [way, seed, amount] = process.argv.slice(2);
if (way === 'record') {
  record(Number(seed), Number(amount));
} else {
  measure({ alone, local }[way], -1 - Number(seed), Number(amount));
  console.log(JSON.stringify({ node: process.version, ...measure({ alone, local }[way], Number(seed), Number(amount)) }));
}
