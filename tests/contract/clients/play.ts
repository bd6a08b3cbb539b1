// A client as a user would write one, on types generated from openapi.yaml: it creates a game, looks at it, plays a card;
// then it plays a round of Sjuan.

import createClient from "openapi-fetch";
import type { components, paths } from "./api";

type Action = components["schemas"]["Action"];
type Event = components["schemas"]["Event"];

/** Compiles only if `type` tells the actions apart and every one of them is there. */
function told(action: Action): string {
  switch (action.type) {
    case "draw":
      return `draw from the ${action.source}`;
    case "meld":
      return `meld ${action.cards.join(" ")}${action.kind === undefined ? "" : ` as a ${action.kind}`}`;
    case "lay_off":
      return `lay ${action.cards.join(" ")} on ${action.meld}`;
    case "swap_joker":
      return `swap ${action.cards.join(" ")} for the joker of ${action.meld}`;
    case "discard":
      return `discard ${action.card}`;
    case "take_back":
      return "take back";
    case "play":
      return `play ${action.card}`;
    case "pass":
      return "pass";
    default:
      return action satisfies never;
  }
}

/** The card of a draw: null to those who did not see it. */
function drawn(event: Event | undefined): string | null {
  if (event?.type !== "drawn") throw new Error(`not a draw: ${event?.type}`);
  return event.card;
}

function expect<T>(got: T, wanted: T): void {
  if (got !== wanted) throw new Error(`${String(got)}, not ${String(wanted)}`);
}

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });

const created = await client.POST("/v1/games", {
  params: { header: { "Idempotency-Key": crypto.randomUUID() } },
  body: { ruleset: { preset: "jokeren-7" }, players: [{ name: "Anna" }, { name: "Bram" }] },
});
if (created.error) throw new Error(created.error.detail);
const { game, seats } = created.data;
const path = { id: game.id };
const bram = { Authorization: `Bearer ${seats[1]?.token}` };
expect(game.round.turn.seat, 1);

const draw: Action = { type: "draw", source: "stock" };
const first = await client.POST("/v1/games/{id}/moves", {
  params: { path, header: { "If-Match": created.response.headers.get("ETag") ?? "" } },
  headers: bram,
  body: { actions: [draw] },
});
if (first.error) throw new Error(first.error.detail);
expect(first.data.game.round.hand?.includes(drawn(first.data.events[0]) ?? ""), true);

const again = await client.POST("/v1/games/{id}/moves", { params: { path }, headers: bram, body: { actions: [draw] } });
expect(again.error?.code, "already_drawn");
expect(again.error?.violations[0]?.clause, "J.turn");

const moves = await client.GET("/v1/games/{id}/moves", { params: { path }, headers: bram });
const last = moves.data?.actions.find((action) => action.type === "discard");
if (last === undefined) throw new Error("there is nothing to discard");
const end = await client.POST("/v1/games/{id}/moves", { params: { path }, headers: bram, body: { actions: [last] } });
const after = end.data?.game.round;
if (after?.family !== "jokeren") throw new Error(`a round of ${after?.family}`);
expect(after.discard.top, last.card);

const seen = await client.GET("/v1/games/{id}/events", { params: { path, query: { after: 1 } } });
expect(drawn(seen.data?.events[0]), null);
console.log(`Bram did ${told(draw)} and ${told(last)}; ${end.data?.game.players[1]?.cards} cards are left`);

const names = ["Anna", "Bram", "Cees"];
const sjuan = await client.POST("/v1/games", {
  body: { ruleset: { preset: "sjuan", options: { eight_before_six: true } }, players: names.map((name) => ({ name })) },
});
if (sjuan.error) throw new Error(sjuan.error.detail);
let round = sjuan.data.game.round;
const done: string[] = [];
while (round.outcome === null) {
  const params = { path: { id: sjuan.data.game.id } };
  const headers = { Authorization: `Bearer ${sjuan.data.seats[round.turn.seat]?.token}` };
  const legal = await client.GET("/v1/games/{id}/moves", { params, headers });
  const action = legal.data?.actions[0];
  if (action === undefined) throw new Error("nothing is legal");
  const moved = await client.POST("/v1/games/{id}/moves", { params, headers, body: { actions: [action] } });
  if (moved.error) throw new Error(moved.error.detail);
  done.push(told(action));
  round = moved.data.game.round;
}
if (round.family !== "sjuan") throw new Error(`a round of ${round.family}`);
expect(round.layout.C?.includes("7C"), true);
console.log(`${done[0]}, …: ${names[round.outcome.winner ?? -1]} won a round of Sjuan`);
