// When a job could not run whatever it did: its destination was down, or its queue was paused.

import { call } from "../api.js";
import { allows } from "../caller.js";

const MOST = 100;

/**
 * Returns the periods since the job was created, oldest first: from and to in milliseconds, to is null while it
 * lasts, and text. Pauses are known from the audit log, which only admins can read; outages from alerts.
 */
export async function loadHolds(job, signal) {
  const queue = job.deadLetter?.moved_from_queue ?? job.queue;
  const [outages, pauses] = await Promise.all([
    job.key ? outagesOf(job, signal) : [],
    allows("admin") ? pausesOf(queue, job, signal) : [],
  ]);
  const created = Date.parse(job.createdAt);
  const end = job.finishedAt ? Date.parse(job.finishedAt) : Infinity;
  return [...outages, ...pauses]
    .filter(({ from, to }) => from < end && (to ?? Infinity) > created)
    .sort((a, b) => a.from - b.from);
}

async function outagesOf({ key, tenant }, signal) {
  const { items } = await quietly("alerts", { rule: "destination-down", tenant, limit: MOST }, signal);
  return items
    .filter(({ destination }) => destination === key)
    .map(({ since, resolvedAt }) => ({
      from: Date.parse(since),
      to: resolvedAt ? Date.parse(resolvedAt) : null,
      text: `destination ${key} was down`,
    }));
}

async function pausesOf(queue, { createdAt }, signal) {
  // A pause may have begun before the job was created.
  const { items } = await quietly("audit", { target: "queue/" + queue, limit: MOST }, signal);
  const periods = [];
  let until = null;
  for (const { at, action, outcome } of items) {
    if (outcome !== "DONE" || Date.parse(at) < Date.parse(createdAt) - 30 * 86_400_000) {
      continue;
    }
    if (action === "queue.resume") {
      until = Date.parse(at);
    } else if (action === "queue.pause") {
      periods.push({ from: Date.parse(at), to: until, text: `queue ${queue} was paused` });
      until = null;
    }
  }
  return periods;
}

/** A time line without holds is better than none. */
function quietly(name, query, signal) {
  return call(name, { query, signal }).catch(() => ({ items: [] }));
}
