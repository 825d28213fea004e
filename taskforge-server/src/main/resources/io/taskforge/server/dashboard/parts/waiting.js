// Why a waiting job is not running.

import { call } from "../api.js";
import { h, link, to } from "../dom.js";

const WAITING = ["QUEUED", "RETRYING"];

/** Reads why a job is not running; null if it does not wait. */
export async function reasons(job, signal) {
  return WAITING.includes(job.state) ? call("job.why", { at: { id: job.id }, signal }) : null;
}

/** Shows the reasons. */
export function waiting(job, why) {
  return h(
    "section",
    { class: "box" },
    h("strong", {}, "Why it is not running"),
    h(
      "ul",
      {},
      why.reasons.map((reason) =>
        h(
          "li",
          {},
          reason.text,
          reason.code === "DESTINATION"
            ? [" (", link(to(["destinations"], { tenant: job.tenant }), "destinations"), ")"]
            : null,
        ),
      ),
    ),
    why.estimatedWait ? h("p", { class: "faint" }, `About ${why.estimatedWait} to wait.`) : null,
  );
}
