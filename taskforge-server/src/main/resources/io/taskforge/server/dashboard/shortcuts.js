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
  k: ["#/workers", "Workers"],
  p: ["#/policies", "Retry policies"],
  w: ["#/webhooks", "Webhooks"],
  a: ["#/alerts", "Alerts"],
  l: ["#/alert-rules", "Alert rules"],
  e: ["#/destinations", "Destinations"],
  b: ["#/policy-lab", "Policy lab"],
  n: ["#/tenants", "Tenants"],
  i: ["#/keys", "API keys"],
  u: ["#/audit", "Audit log"],
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
      document.getElementById("search").focus();
    } else if (event.key === "f") {
      toFilters();
    } else if (event.key === "j" || event.key === "k") {
      toRow(event.key === "j" ? 1 : -1);
    } else if (event.key === "t") {
      document.querySelector(".who button:nth-of-type(2)").click();
    } else if (event.key === "z") {
      document.querySelector(".who button:nth-of-type(1)").click();
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

/** Moves the focus between the rows of a list; Enter then opens the row's link. */
function toRow(step) {
  const links = [...document.querySelectorAll("main tbody tr")]
    .map((row) => row.querySelector("a"))
    .filter((found) => found);
  const at = links.indexOf(document.activeElement);
  const next = links[at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function help() {
  const rows = [
    ...Object.entries(PLACES)
      .filter(([, [hash]]) => document.querySelector(`nav a[href="${hash}"]`))
      .map(([key, [, name]]) => ["g " + key, name]),
    ["/", "Search"],
    ["f", "Go to the filters"],
    ["j  k", "Next and previous row; Enter opens it"],
    ["r", "Refresh"],
    ["t", "Switch the theme"],
    ["z", "Switch between local time and UTC"],
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
