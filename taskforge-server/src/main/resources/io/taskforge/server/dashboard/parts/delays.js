// The delays of a retry policy, and policies as JSON.

import { call } from "../api.js";
import { h } from "../dom.js";
import { duration } from "../text.js";
import { table } from "./table.js";

const SHOWN = 10;

/** JSON that the user typed. */
export function parsed(text, what = "retryPolicy") {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw Object.assign(new Error(error.message), {
      title: "Not valid JSON",
      faults: [{ key: what, value: "", rule: "must be valid JSON: " + error.message }],
    });
  }
}

/** Asks the server for the delays of a policy, and shows the first ones. */
export async function delaysOf(policy) {
  const { retries } = await call("policy.preview", { body: { policy } });
  return [
    h("strong", {}, "Retry delays"),
    delays({ retries: retries.slice(0, SHOWN) }),
    retries.length > SHOWN ? h("p", { class: "faint" }, `and ${retries.length - SHOWN} more`) : null,
  ];
}

/** The retry delays of a policy. */
export function delays({ retries }) {
  if (retries.length === 0) {
    return h("p", { class: "faint" }, "No retries.");
  }
  return table({
    caption: "Retry delays of the policy",
    rows: retries,
    columns: [
      { title: "Retry", figure: true, cell: (row) => row.retry },
      {
        title: "After",
        cell: (row) =>
          row.minMs === row.maxMs
            ? duration(row.minMs)
            : `${duration(row.minMs)} to ${duration(row.maxMs)}`,
      },
      { title: "Total, at most", cell: (row) => duration(row.cumulativeMaxMs) },
    ],
  });
}
