// Buttons that copy a policy of the policy lab, or apply it to a queue.

import { call } from "../api.js";
import { allows } from "../caller.js";
import { h } from "../dom.js";
import { ask } from "./dialog.js";
import { news } from "./notice.js";
import { copied, json } from "./payload.js";
import { policyJava, policyJson } from "./policy-editor.js";

/** The buttons of a draft. */
export function useButtons(draft) {
  const button = (label, act) => h("button", { type: "button", class: "small", onclick: act }, label);
  return h(
    "div",
    { class: "buttons" },
    button("Copy as Java", () => copied(policyJava(draft))),
    button("Copy as JSON", () => copied(JSON.stringify(policyJson(draft), null, 2))),
    allows("admin", true) ? button("Apply to a queue…", () => apply(draft)) : null,
  );
}

/** Asks for a queue, shows its present policy beside the new one, and replaces it. */
async function apply(draft) {
  const policy = policyJson(draft);
  let found = null;
  const chosen = await ask(
    {
      title: "Apply this policy to a queue",
      verb: "Show the difference",
      fields: [{ name: "queue", label: "Queue" }],
    },
    async ({ queue }) => {
      found = await call("queue", { at: { name: queue } });
    },
  );
  if (!chosen) {
    return;
  }
  const present = found.retryPolicy;
  const before = present === null ? null : await call("policy.preview", { body: { policy: present } });
  const done = await ask(
    {
      title: `Replace the retry policy of queue ${found.name}?`,
      about: h(
        "div",
        { class: "two" },
        h("div", {}, h("h3", {}, "Now"), before === null ? h("p", {}, "The server default.") : json(before.policy)),
        h("div", {}, h("h3", {}, "New"), json(policy)),
      ),
      verb: "Replace",
    },
    () =>
      call("queue.put", {
        at: { name: found.name },
        body: { ...settings(found), retryPolicy: policy },
        headers: { "If-Match": `"${found.version}"` },
      }),
  );
  if (done) {
    news(`Queue ${found.name} has the new policy. Workers apply it within seconds.`);
  }
}

/** The settings of a queue that stay as they are. */
function settings({ deadLetterQueue, deadLetterOn, concurrency, rate, destination, retryBudget }) {
  const kept = { deadLetterOn, deadLetterQueue, concurrency, rate, destination, retryBudget };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null && value !== undefined));
}
