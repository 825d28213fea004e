// Retries, cancels, dead-letters and deletes many jobs: the server's count first, then progress and stop.

import { call } from "../api.js";
import { h } from "../dom.js";
import { count, plural } from "../text.js";
import { ask } from "./dialog.js";
import { news } from "./notice.js";

const MOST_IDS = 200;

/** Verb, explanation and consequence of each action; dead: of dead letters only, as the API's action. */
export const BULK = {
  RETRY: {
    label: "Retry",
    verb: "Retry",
    text: "Waiting jobs become due now; failed and cancelled jobs run again.",
  },
  CANCEL: {
    label: "Cancel",
    verb: "Cancel",
    danger: true,
    text: "Waiting jobs end as cancelled; the workers of running jobs are asked to stop.",
  },
  DEAD_LETTER: {
    label: "Dead-letter",
    verb: "Dead-letter",
    danger: true,
    text: "Waiting and failed jobs move to the dead letter queue of their queue.",
  },
  DELETE: {
    label: "Delete",
    verb: "Delete",
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
 * @returns a message, or undefined if the user went back
 */
export async function changeMany(action, what) {
  const { label, verb, danger, text } = BULK[action];
  const matched = what.ids
    ? what.ids.length
    : (await call("jobs.count", { body: what })).matched;
  if (matched === 0) {
    throw Object.assign(new Error("No jobs match any more."), { title: "Nothing to change" });
  }
  const most = !what.ids && matched >= 100_000;
  const number = most ? "more than 100,000 jobs" : plural(matched, "job");
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
  return agreed ? progress(action, what, matched, reason) : undefined;
}

async function progress(action, what, matched, reason) {
  const bar = h("progress", { max: Math.max(1, matched), value: 0, "aria-label": "Progress" });
  const line = h("p", { role: "status" }, "Starting…");
  let stopped = false;
  let done = { examined: 0, changed: 0, refused: {} };
  let failure = null;
  const stop = h("button", { type: "button", onclick: () => (stopped = true) }, "Stop");
  const dialog = h(
    "dialog",
    { "aria-label": "Progress" },
    h("h2", {}, `${BULK[action].label} ${plural(matched, "job")}`),
    bar,
    line,
    h("div", { class: "buttons" }, stop),
  );
  dialog.addEventListener("cancel", () => (stopped = true));
  document.body.append(dialog);
  dialog.showModal();
  try {
    for await (const part of parts(action, what, reason)) {
      done = add(done, part);
      bar.value = done.examined;
      line.textContent = `${count(done.changed)} changed, ${count(done.examined)} of ${count(matched)} examined`;
      if (stopped) {
        break;
      }
    }
  } catch (error) {
    failure = error;
  }
  dialog.close();
  dialog.remove();
  const refused = Object.entries(done.refused).map(([why, number]) => `${count(number)} ${why}`);
  const said = `${plural(done.changed, "job")} changed${stopped ? ", then stopped" : ""}.${refused.length > 0 ? ` Not changed: ${refused.join(", ")}.` : ""}`;
  if (failure) {
    news(said);
    throw failure;
  }
  return said;
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
