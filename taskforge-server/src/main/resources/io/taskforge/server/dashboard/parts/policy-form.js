// Creates and edits a named retry policy, with a preview of its delays.

import { call } from "../api.js";
import { delaysOf, parsed } from "./delays.js";
import { ask } from "./dialog.js";
import { news } from "./notice.js";

const EXAMPLE = {
  maxRetries: 5,
  backoff: { strategy: "exponential", initial: "5s", multiplier: 2 },
  maxDelay: "10m",
};

/** The names of all stored and built-in policies. */
export async function policyNames() {
  return (await call("policies")).items.map((policy) => policy.name);
}

/** Edits a policy, or creates one if none is given. */
export async function editPolicy(page, policy) {
  const done = await ask(
    {
      title: policy ? `Retry policy ${policy.name}` : "New retry policy",
      verb: "Save",
      stop: "Close",
      wide: true,
      text: policy ? "Queues, types and jobs that name it follow the change within seconds." : null,
      fields: [
        ...(policy
          ? []
          : [{ name: "name", label: "Name", required: true, hint: "Letters, digits, dots and dashes." }]),
        {
          name: "policy",
          label: "Policy",
          rows: 14,
          value: JSON.stringify(policy?.policy ?? EXAMPLE, null, 2),
          faults: ["maxRetries", "backoff", "maxDelay", "jitter", "maxElapsed", "retryOn", "doNotRetryOn"],
        },
      ],
      preview: (values) => delaysOf(parsed(values.policy, "policy")),
    },
    (values) =>
      call("policy.put", {
        at: { name: policy?.name ?? values.name },
        body: parsed(values.policy, "policy"),
        headers: policy ? { "If-Match": `"${policy.version}"` } : { "If-None-Match": "*" },
      }),
  );
  if (done) {
    news("Policy saved.");
    page.refresh();
  }
}
