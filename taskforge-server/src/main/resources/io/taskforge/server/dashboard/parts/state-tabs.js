// Tabs by state, with the number of jobs in each.

import { h, to } from "../dom.js";
import { count } from "../text.js";
import { JOB_STATES, tone } from "./state.js";

const MOST = 10_000;

/**
 * Links to the jobs of each state.
 *
 * @param jobs the number of jobs by state
 * @param query the filters of the list, which the links keep
 */
export function stateTabs(jobs, query, capped = false) {
  const { state: current, ...others } = query;
  const text = (number) =>
    number === undefined ? "" : capped && number >= MOST ? "10k+" : count(number);
  const tab = (name, state, number) =>
    h(
      "a",
      {
        class: "tab " + (state && number > 0 ? tone(state) : ""),
        href: to(["jobs"], { ...others, state }),
        "aria-current": (current ?? undefined) === state ? "true" : null,
        key: "tab " + name,
      },
      name,
      number === undefined ? null : h("span", { class: "count" }, text(number)),
    );
  return h(
    "nav",
    { class: "tabs", "aria-label": "Jobs by state" },
    tab("all", undefined, undefined),
    JOB_STATES.map((state) => tab(state.toLowerCase(), state, jobs[state])),
  );
}
