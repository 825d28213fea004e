// The list of redrives with their progress.

import { call } from "../api.js";
import { h, link } from "../dom.js";
import { action } from "../parts/actions.js";
import { emptyBox } from "../parts/notice.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { facts, more } from "../parts/table.js";
import { momentAndWhen } from "../parts/time.js";
import { count, percent, plural } from "../text.js";

const PAGE = 20;

export default function redrives(page) {
  let running = false;
  const { id } = page.query;
  // The list is ordered by id, not by time, so the redrive in the URL is shown first.
  const ask = async (signal, cursor) => {
    const { items, next } = await call("redrives", { query: { limit: PAGE, cursor }, signal });
    return { items: items.filter((item) => item.id !== id), next };
  };
  const shown = (items) => items.map((item) => card(page, item));
  return [
    h("h1", {}, "Redrives"),
    region(
      page,
      async (signal) => {
        const [first, rest] = await Promise.all([id ? chosen(id, signal) : [], ask(signal)]);
        const items = [...first, ...rest.items];
        running = items.some((item) => item.state === "RUNNING");
        return { items, next: rest.next };
      },
      ({ items, next }) =>
        items.length > 0 || next
          ? [shown(items), more(next, (cursor) => ask(page.signal, cursor), shown)]
          : emptyBox(
              "No redrives in the last 30 days",
              "Start one from the ",
              link("#/dead-letters", "dead letters"),
              " or from a ",
              link("#/failure-groups", "failure group"),
              ".",
            ),
      { every: () => (running ? 1_000 : 10_000) },
    ),
  ];
}

/** The redrive with this id, or none: a bookmark may outlive a redrive. */
async function chosen(id, signal) {
  try {
    return [await call("redrive", { at: { id }, signal })];
  } catch (error) {
    if (error.status === 404) {
      return [];
    }
    throw error;
  }
}

function card(page, redrive) {
  const dealtWith = redrive.moved + redrive.skipped + redrive.failed;
  const runs = redrive.state === "RUNNING";
  return h(
    "article",
    { class: "card" },
    h(
      "div",
      { class: "headline" },
      h("h2", {}, `${count(dealtWith)} of ${plural(redrive.matched, noun(redrive))}`),
      badge(redrive.state),
      runs
        ? action(
            "Stop",
            () =>
              call("redrive.stop", { at: { id: redrive.id } }).then(
                () => "Redrive stopped.",
              ),
            {
              page,
              danger: true,
              key: "stop " + redrive.id,
              question: {
                title: "Stop this redrive?",
                text: `Jobs already moved stay; the rest remain ${redrive.jobState === "DEAD" ? "in the dead letter queue" : redrive.jobState.toLowerCase()}.`,
              },
            },
          )
        : null,
    ),
    h("progress", {
      class: redrive.state === "HALTED" ? "bad" : null,
      max: Math.max(1, redrive.matched),
      value: dealtWith,
      "aria-label": "Progress",
    }),
    runs && dealtWith >= redrive.matched
      ? h("p", { class: "faint" }, "All jobs were processed. Checking whether they fail again.")
      : null,
    redrive.reason ? h("p", { class: "error-line" }, redrive.reason) : null,
    facts([
      ["Selection", selection(redrive)],
      ["Moved", count(redrive.moved)],
      redrive.skipped > 0 ? ["Skipped", count(redrive.skipped)] : null,
      redrive.failed > 0 ? ["Not moved", count(redrive.failed)] : null,
      ...Object.entries(redrive.reasons).map(([reason, times]) => [
        "",
        `${reason}: ${count(times)}`,
      ]),
      [
        "Rate limit",
        redrive.ratePerSecond === null ? "no limit" : `${redrive.ratePerSecond} per second`,
      ],
      redrive.stopIfFailureRatio === null
        ? null
        : [
            "Failed again",
            `${count(redrive.canary.failedAgain)} of ${count(redrive.canary.ran)} sampled jobs; stops above ${percent(redrive.stopIfFailureRatio * 100)}`,
          ],
      redrive.targetQueue ? ["Target queue", redrive.targetQueue] : null,
      ["Started", momentAndWhen(redrive.createdAt)],
      redrive.finishedAt ? ["Finished", momentAndWhen(redrive.finishedAt)] : null,
    ]),
  );
}

function noun({ jobState }) {
  return jobState === "DEAD" ? "dead letter" : `${jobState.toLowerCase()} job`;
}

function selection(redrive) {
  const { filter, ids } = redrive;
  if (!filter) {
    return plural(ids, noun(redrive)) + " by id";
  }
  const given = Object.entries(filter);
  return given.length > 0
    ? given.map(([name, value]) => `${name} ${value}`).join(", ")
    : `all ${noun(redrive)}s`;
}
