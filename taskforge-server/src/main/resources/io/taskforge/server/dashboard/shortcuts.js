// Keyboard shortcuts.

import { h } from "./dom.js";
import { ask } from "./parts/dialog.js";

const PLACES = {
  o: ["#/", "Overview"],
  q: ["#/queues", "Queues"],
  j: ["#/jobs", "Jobs"],
  d: ["#/dead-letters", "Dead letters"],
  f: ["#/failure-groups", "Failure groups"],
  r: ["#/redrives", "Redrives"],
  s: ["#/schedules", "Schedules"],
  w: ["#/webhooks", "Webhooks"],
  a: ["#/alerts", "Alerts"],
  u: ["#/audit", "Audit"],
};
const PATIENCE_MILLIS = 1_500;

export function startShortcuts(refresh) {
  let goingSince = 0;
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const going = event.timeStamp - goingSince < PATIENCE_MILLIS && goingSince > 0;
    goingSince = 0;
    if (going && PLACES[event.key]) {
      location.hash = PLACES[event.key][0];
    } else if (event.key === "g") {
      goingSince = event.timeStamp;
    } else if (event.key === "r") {
      refresh();
    } else if (event.key === "/") {
      toFilters();
    } else if (event.key === "?") {
      help();
    } else {
      return;
    }
    event.preventDefault();
  });
}

function toFilters() {
  const fold = document.querySelector("main .fold");
  if (fold) {
    fold.open = true;
    fold.querySelector("input, select").focus();
  }
}

function help() {
  const rows = [
    ...Object.entries(PLACES)
      .filter(([, [hash]]) => document.querySelector(`nav a[href="${hash}"]`))
      .map(([key, [, name]]) => ["g " + key, name]),
    ["r", "Refresh"],
    ["/", "Go to the filters"],
    ["?", "Show this help"],
  ];
  ask(
    {
      title: "Keyboard shortcuts",
      verb: "Close",
      stop: null,
      about: h(
        "dl",
        { class: "keys" },
        rows.map(([key, name]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, name)]),
      ),
    },
    async () => {},
  );
}
