// Marks on the time axis of charts: versions that started, pauses, and destinations that were down or held.

import { call } from "../api.js";
import { allows } from "../caller.js";
import { keyEvents } from "../key.js";

const FRESH_MILLIS = 60_000;
const MOST = 40;
const PAGE = 200;
const DONE = {
  "queue.pause": ["warn", "queue", "paused"],
  "queue.resume": ["good", "queue", "resumed"],
  "queue.update": ["waits", "queue", "settings changed"],
  "destination.hold": ["warn", "destination", "held"],
  "destination.release": ["good", "destination", "released"],
  "worker.quiet": ["warn", "worker", "quieted"],
  "worker.resume": ["good", "worker", "resumed"],
  "worker.stop": ["warn", "worker", "stopped"],
};
const NOTHING = { from: 0, readAt: -Infinity, marks: [], cut: false };
let cached = NOTHING;
keyEvents.addEventListener("changed", () => (cached = NOTHING));

/**
 * Returns the latest marks of a period, oldest first: at in milliseconds, tone and text; and whether there are more
 * than are shown. They are kept for a minute, because charts are redrawn more often than marks appear.
 *
 * @param queue only marks of this queue, and those that may concern every queue
 */
export async function loadMarks(from, to, queue, signal) {
  if (performance.now() - cached.readAt > FRESH_MILLIS || from < cached.from) {
    const found = await Promise.all([versions(signal), breakers(signal), actions(from, to, signal)]);
    signal?.throwIfAborted(); // what was not loaded must not count as loaded
    cached = {
      from,
      readAt: performance.now(),
      marks: found.flatMap(({ marks }) => marks),
      cut: found.some(({ cut }) => cut),
    };
  }
  const all = cached.marks
    .filter((mark) => mark.at >= from && mark.at <= to && (!queue || !mark.queue || mark.queue === queue))
    .sort((a, b) => a.at - b.at);
  return { marks: all.slice(-MOST), cut: cached.cut || all.length > MOST };
}

/** The first start of each version that runs now. */
async function versions(signal) {
  const { items } = await quietly("workers", {}, signal);
  const first = new Map();
  for (const { version, startedAt } of items) {
    const at = Date.parse(startedAt);
    if (version && at < (first.get(version) ?? Infinity)) {
      first.set(version, at);
    }
  }
  const marks = [...first].map(([version, at]) => ({ at, tone: "runs", text: `version ${version} started` }));
  return { marks, cut: false };
}

/** When destinations were down or held: they remember it for longer than a chart's period. */
async function breakers(signal) {
  const { items, next } = await quietly("destinations", { limit: PAGE }, signal);
  const marks = items.flatMap(({ id, closures }) =>
    closures.flatMap(({ from, until }) => [
      { at: Date.parse(from), tone: "bad", text: `destination ${id} is down or held` },
      ...(until ? [{ at: Date.parse(until), tone: "good", text: `destination ${id} works again` }] : []),
    ]),
  );
  return { marks, cut: Boolean(next) };
}

async function actions(from, to, signal) {
  if (!allows("admin")) {
    return { marks: [], cut: false };
  }
  const times = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), limit: PAGE };
  const pages = await Promise.all(
    ["queue", "destination", "worker"].map((target) => quietly("audit", { ...times, target }, signal)),
  );
  const marks = pages
    .flatMap(({ items }) => items)
    .filter(({ action, outcome }) => DONE[action] && outcome === "DONE")
    .map(({ at, action, target }) => {
      const [tone, kind, done] = DONE[action];
      const mark = { at: Date.parse(at), tone, text: `${kind} ${target.id}: ${done}` };
      return kind === "queue" ? { ...mark, queue: target.id } : mark;
    });
  return { marks, cut: pages.some(({ next }) => next) };
}

/** A chart without marks is better than none. */
function quietly(name, query, signal) {
  return call(name, { query, signal }).catch(() => ({ items: [] }));
}
