// The dialog that starts a redrive of selected or matching jobs that have ended: dead letters, as a rule.

import { call } from "../api.js";
import { to } from "../dom.js";
import { plural } from "../text.js";
import { ask } from "./dialog.js";

/** What a redrive calls its jobs, by their state. */
export const REDRIVEN = { DEAD: "dead letter", FAILED: "failed job", CANCELLED: "cancelled job" };

/**
 * Counts the matching jobs, asks for the options, and starts the redrive.
 *
 * @param what filter or ids, and jobState if it is not DEAD, as in the API
 * @param words description of the selection, for the title
 */
export async function startRedrive(what, words) {
  const noun = REDRIVEN[what.jobState ?? "DEAD"];
  const { matched } = await call("redrive.preview", { body: what });
  if (matched === 0) {
    throw Object.assign(new Error(`No ${noun}s match any more.`), {
      title: "Nothing to redrive",
    });
  }
  // One idempotency key per dialog, so that a double click starts one redrive.
  const once = randomKey();
  let started = null;
  const done = await ask(
    {
      title: `Redrive ${words}?`,
      text: `${plural(matched, noun)} will be queued again, with all attempts that the retry policy allows. The history is kept. Nothing has been changed yet.`,
      verb: "Redrive " + plural(matched, "job"),
      fields: [
        {
          name: "rate",
          label: "Rate limit, jobs per second",
          type: "number",
          min: "0.001",
          step: "any",
          value: matched > 20 ? "20" : "",
          hint: "Leave empty for no limit. A service that has just recovered may not handle full speed.",
        },
        {
          name: "percent",
          label: "Stop if more than … % fail again",
          type: "number",
          min: 0,
          max: 100,
          step: "any",
          value: "50",
          hint: "Checked on a sample of the redriven jobs. Leave empty to never stop.",
        },
        {
          name: "targetQueue",
          label: "Target queue",
          names: "queues",
          hint: "Leave empty to return each job to its original queue.",
        },
      ],
    },
    async ({ rate, percent, targetQueue }) => {
      started = await call("redrive.start", {
        headers: { "Idempotency-Key": once },
        body: {
          ...what,
          ...(rate ? { ratePerSecond: Number(rate) } : {}),
          ...(percent ? { stopIfFailureRatio: Number(percent) / 100 } : {}),
          ...(targetQueue ? { targetQueue } : {}),
        },
      });
    },
  );
  if (done) {
    location.hash = to(["redrives"], { id: started.id });
  }
}

function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return "dashboard-" + [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
