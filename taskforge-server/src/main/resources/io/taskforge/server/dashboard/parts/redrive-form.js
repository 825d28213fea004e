// Starting a redrive: of some dead letters, of all that match, or of a failure group.

import { call } from "../api.js";
import { to } from "../dom.js";
import { plural } from "../text.js";
import { ask } from "./dialog.js";

/**
 * Counts what would be redriven, asks how, and starts it.
 *
 * @param what filter or ids, as the server wants it
 * @param words what that is, in words
 */
export async function startRedrive(what, words) {
  const { matched } = await call("redrive.preview", { body: what });
  if (matched === 0) {
    throw Object.assign(new Error("No dead letter matches any more."), {
      title: "Nothing to redrive",
    });
  }
  // The same for each try of this dialog: who clicks twice starts one redrive.
  const once = randomKey();
  let started = null;
  const done = await ask(
    {
      title: `Redrive ${words}?`,
      text: `${plural(matched, "dead letter")} would go back to work, with all attempts that the retry policy allows. The history stays. Nothing has been changed yet.`,
      verb: "Redrive " + plural(matched, "job"),
      fields: [
        {
          name: "rate",
          label: "Jobs a second, at most",
          type: "number",
          min: "0.001",
          step: "any",
          value: matched > 20 ? "20" : "",
          hint: "Empty: as fast as it goes. What has just come back may not bear that.",
        },
        {
          name: "percent",
          label: "Stop if more than … % fail again",
          type: "number",
          min: 0,
          max: 100,
          step: "any",
          value: "50",
          hint: "A sample of the redriven jobs is watched. Empty: go on whatever happens.",
        },
        {
          name: "targetQueue",
          label: "To queue",
          hint: "Empty: each goes back to where it came from.",
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
