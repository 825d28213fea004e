// Buttons that copy a policy of the policy lab, or apply it to a queue.

import { call } from "../api.js";
import { allows } from "../caller.js";
import { h } from "../dom.js";
import { ask } from "./dialog.js";
import { copied } from "./payload.js";
import { policyJava, policyJson } from "./policy-editor.js";
import { editQueue } from "./queue-form.js";

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

/** Asks for a queue, and proposes the policy in the form of its settings. */
async function apply(draft) {
  let found = null;
  const chosen = await ask(
    {
      title: "Apply this policy to a queue",
      verb: "Continue",
      fields: [{ name: "queue", label: "Queue", names: "queues", required: true }],
    },
    async ({ queue }) => {
      found = await call("queue", { at: { name: queue } });
    },
  );
  if (chosen) {
    await editQueue({ refresh: () => {} }, found, policyJson(draft));
  }
}
