// Retries, cancels, dead-letters and deletes many jobs: the server's count first, then progress and stop.

import { call } from "../api.js";
import { count, plural } from "../text.js";
import { ask } from "./dialog.js";
import { news } from "./notice.js";
import { progress } from "./progress.js";

const MOST_IDS = 200;
const SEARCHED = 500; // jobs on a page of a search
const MOST_SCANNED = 100_000;

/** Labels, explanation and consequence of each action; dead: of dead letters only, as the API's action. */
export const BULK = {
  RETRY: {
    label: "Retry",
    verb: "Retry",
    done: "retried",
    text: "Waiting jobs become due now; failed and cancelled jobs run again.",
  },
  CANCEL: {
    label: "Cancel",
    verb: "Cancel",
    done: "cancelled",
    note: " Running jobs end when their handlers stop.",
    danger: true,
    text: "Waiting jobs end as cancelled; the workers of running jobs are asked to stop.",
  },
  DEAD_LETTER: {
    label: "Dead-letter",
    verb: "Dead-letter",
    done: "dead-lettered",
    danger: true,
    text: "Waiting and failed jobs move to the dead letter queue of their queue.",
  },
  DELETE: {
    label: "Delete",
    verb: "Delete",
    done: "deleted",
    danger: true,
    dead: "CANCEL",
    text: "The dead letters leave their dead letter queue and end as cancelled. They cannot be redriven afterwards.",
  },
};

/**
 * Asks, then changes the selected or matching jobs page by page.
 *
 * @param action a key of BULK
 * @param what ids, or filter as in the API
 * @param noun what the jobs are called
 * @returns a message, or undefined if the user went back
 */
export async function changeMany(action, what, noun = "job") {
  const { label, verb, danger, text } = BULK[action];
  const matched = what.ids
    ? what.ids.length
    : (await call("jobs.count", { body: what })).matched;
  if (matched === 0) {
    throw Object.assign(new Error(`No ${noun}s match any more.`), { title: "Nothing to change" });
  }
  const most = !what.ids && matched >= 100_000;
  const number = most ? `more than 100,000 ${noun}s` : plural(matched, noun);
  let reason = "";
  const agreed = await ask(
    {
      title: `${label} ${number}?`,
      text: `${text} Nothing has been changed yet.`,
      verb: `${verb} ${number}`,
      danger,
      fields: [
        { name: "reason", label: "Reason", hint: "Optional. Recorded in the history of the jobs." },
      ],
    },
    async (values) => {
      reason = values.reason;
    },
  );
  return agreed ? change(action, what, matched, reason, noun) : undefined;
}

async function change(action, what, matched, reason, noun) {
  let done = { examined: 0, changed: 0, refused: {} };
  async function* steps() {
    for await (const part of parts(action, what, reason)) {
      done = add(done, part);
      const text = `${count(done.changed)} ${BULK[action].done}, ${count(done.examined)} of ${count(matched)} examined`;
      yield { value: done.examined, text };
    }
  }
  const said = (stopped) => {
    const refused = Object.entries(done.refused).map(([why, number]) => `${count(number)} ${why}`);
    return `${plural(done.changed, noun)} ${BULK[action].done}${stopped ? ", then stopped" : ""}.${refused.length > 0 ? ` Not changed: ${refused.join(", ")}.` : ""}${BULK[action].note ?? ""}`;
  };
  try {
    return said(await progress(`${BULK[action].label} ${plural(matched, noun)}`, matched, steps()));
  } catch (error) {
    news(said(false));
    throw error;
  }
}

/**
 * Searches payloads for the ids of all matching jobs.
 *
 * @param query the filters, with payloadContains
 * @param most the most ids that the action takes
 * @returns the ids, or undefined if the user stopped
 */
export async function searchIds(query, most) {
  const ids = [];
  let scanned = 0;
  async function* steps() {
    let cursor = null;
    do {
      const page = await call("jobs", { query: { ...query, limit: SEARCHED, cursor } });
      ids.push(...page.items.map(({ id }) => id));
      scanned += page.scanned;
      cursor = page.next;
      if (ids.length > most || (cursor && scanned >= MOST_SCANNED)) {
        const found = ids.length > most ? `${count(most)} jobs match` : `${count(scanned)} payloads were searched`;
        throw Object.assign(new Error(`More than ${found}. Narrow the search by type, queue or time.`), { title: "Too many jobs" });
      }
      yield { value: null, text: `${plural(ids.length, "job")} found in ${count(scanned)} payloads` };
    } while (cursor);
  }
  return (await progress("Search payloads", null, steps())) ? undefined : ids;
}

/** The result of each request. */
async function* parts(action, what, reason) {
  const body = { action: BULK[action].dead ?? action, ...(reason ? { reason } : {}) };
  if (what.ids) {
    for (let i = 0; i < what.ids.length; i += MOST_IDS) {
      yield call("jobs.bulk", { body: { ...body, ids: what.ids.slice(i, i + MOST_IDS) } });
    }
    return;
  }
  let cursor = null;
  do {
    const part = await call("jobs.bulk", { body: { ...body, ...what, ...(cursor ? { cursor } : {}) } });
    yield part;
    cursor = part.next;
  } while (cursor);
}

function add(sum, part) {
  const refused = { ...sum.refused };
  Object.entries(part.refused).forEach(([why, number]) => (refused[why] = (refused[why] ?? 0) + number));
  return {
    examined: sum.examined + part.examined,
    changed: sum.changed + part.changed,
    refused,
  };
}
