// When a job could not run whatever it did: its destination was down or held, or its queue was paused.

import { call } from "../api.js";
import { allows } from "../caller.js";

const MOST = 100;
const LONGEST = 30 * 86_400_000;

/**
 * Returns the periods since the job was created, oldest first: from and to in milliseconds, to is null while it
 * lasts, and text. Pauses are known from the audit log, which only admins can read; outages and holds from the
 * destination, or outages from alerts if it is no longer stored.
 */
export async function loadHolds(job, signal) {
  const queue = job.deadLetter?.moved_from_queue ?? job.queue;
  const all = await Promise.all([
    job.destination ? outagesOf(job.destination, job, signal) : [],
    allows("admin") ? pausesOf(queue, job, signal) : [],
  ]);
  const created = Date.parse(job.createdAt);
  const end = job.finishedAt ? Date.parse(job.finishedAt) : Infinity;
  return all
    .flat()
    .filter(({ from, to: until }) => from < end && (until ?? Infinity) > created)
    .sort((a, b) => a.from - b.from);
}

async function outagesOf(id, { tenant }, signal) {
  const down = (from, to) => ({
    from: Date.parse(from),
    to: to ? Date.parse(to) : null,
    text: `destination ${id} was down, held or recovering`,
  });
  const found = await call("destination", { at: { id }, query: { tenant }, signal }).catch(() => null);
  if (found) {
    return found.closures.map(({ from, until }) => down(from, until));
  }
  const { items } = await quietly("alerts", { rule: "destination-down", tenant, limit: MOST }, signal);
  return items
    .filter(({ destination }) => destination === id)
    .map(({ since, resolvedAt }) => down(since, resolvedAt));
}

async function pausesOf(queue, { createdAt }, signal) {
  // A pause may have begun before the job was created.
  const from = new Date(Date.parse(createdAt) - LONGEST).toISOString();
  const { items } = await quietly("audit", { target: "queue/" + queue, from, limit: MOST }, signal);
  const found = [];
  let since = null;
  for (const { at, action } of items.filter(({ outcome }) => outcome === "DONE").reverse()) {
    if (action === "queue.pause") {
      since ??= at; // to pause a paused queue changes nothing
    } else if (action === "queue.resume" && since !== null) {
      found.push({ from: since, to: at });
      since = null;
    }
  }
  return (since === null ? found : [...found, { from: since, to: null }]).map(({ from: begin, to }) => ({
    from: Date.parse(begin),
    to: to === null ? null : Date.parse(to),
    text: `queue ${queue} was paused`,
  }));
}

/** A time line without holds is better than none. */
function quietly(name, query, signal) {
  return call(name, { query, signal }).catch(() => ({ items: [] }));
}
