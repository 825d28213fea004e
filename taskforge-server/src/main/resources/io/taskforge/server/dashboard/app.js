// Routing: which page is shown, and when it is drawn again.
// To add a page: a module in pages/ and a row in PAGES.

import { access } from "./api.js";
import { allows, identify, isIdentified, ownScope, ownTenant } from "./caller.js";
import { fill, h, link } from "./dom.js";
import { showMenu, showTop } from "./frame.js";
import { keyEvents, useKey } from "./key.js";
import { live, liveStatus, startLive } from "./live.js";
import { arrive } from "./place.js";
import { prefEvents } from "./prefs.js";
import { ask, closeDialogs } from "./parts/dialog.js";
import { emptyBox } from "./parts/notice.js";
import { startShortcuts } from "./shortcuts.js";
import alertRules from "./pages/alert-rules.js";
import alerts from "./pages/alerts.js";
import audit from "./pages/audit.js";
import deadLetters from "./pages/dead-letters.js";
import destinations from "./pages/destinations.js";
import failureGroup from "./pages/failure-group.js";
import failureGroups from "./pages/failure-groups.js";
import job from "./pages/job.js";
import jobs from "./pages/jobs.js";
import keys from "./pages/keys.js";
import overview from "./pages/overview.js";
import policies from "./pages/policies.js";
import policyLab from "./pages/policy-lab.js";
import queue from "./pages/queue.js";
import queues from "./pages/queues.js";
import redrives from "./pages/redrives.js";
import schedule from "./pages/schedule.js";
import schedules from "./pages/schedules.js";
import tenantOverview from "./pages/tenant-overview.js";
import tenants from "./pages/tenants.js";
import webhook from "./pages/webhook.js";
import webhooks from "./pages/webhooks.js";
import workers from "./pages/workers.js";

/** Path, page, name in the menu (if any), required scope, whether it is for operators only. */
const PAGES = [
  ["", (page) => (ownTenant() === null ? overview : tenantOverview)(page), "Overview"],
  ["jobs", jobs, "Jobs"],
  ["jobs/*", job],
  ["queues", queues, "Queues"],
  ["queues/*", queue],
  ["workers", workers, "Workers", "read", true],
  ["destinations", destinations, "Destinations"],
  ["alerts", alerts, "Alerts"],
  ["dead-letters", deadLetters, "Dead letters"],
  ["failure-groups", failureGroups, "Failure groups"],
  ["failure-groups/*", failureGroup],
  ["redrives", redrives, "Redrives"],
  ["schedules", schedules, "Schedules"],
  ["schedules/*", schedule],
  ["webhooks", webhooks, "Webhooks"],
  ["webhooks/*", webhook],
  ["policies", policies, "Retry policies"],
  ["policy-lab", policyLab, "Policy lab"],
  ["alert-rules", alertRules, "Alert rules", "read", true],
  ["tenants", tenants, "Tenants", "read", true],
  ["keys", keys, "API keys", "admin"],
  ["audit", audit, "Audit log", "admin"],
];

const main = document.getElementById("main");
let leave = new AbortController();
let refreshers = [];
let asking = false;
let declined = false;

function show() {
  leave.abort();
  leave = new AbortController();
  refreshers = [];
  const mine = refreshers;
  const [path, search = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const parts = path
    .split("/")
    .filter((part) => part)
    .map(decoded);
  const found = PAGES.find(([pattern]) => matches(pattern, parts));
  const page = {
    id: parts.at(-1),
    query: Object.fromEntries(new URLSearchParams(search)),
    signal: leave.signal,
    onRefresh: (refresh) => mine.push(refresh),
    refresh: () => mine.forEach((refresh) => refresh()),
  };
  arrive();
  document.title = title(found, parts) + " – TaskForge";
  fill(
    main,
    found
      ? opens(found)
        ? found[1](page)
        : refused(found)
      : [
          h("h1", {}, "Page not found"),
          emptyBox("There is no such page", "Go to the ", h("a", { href: "#/" }, "overview"), "."),
        ],
  );
  showMenu(PAGES.filter((entry) => entry[2] && opens(entry)), parts[0] ?? "");
}

/** "Jobs", or "Job …38463631577e". */
function title(found, parts) {
  const name = found?.[2];
  if (name) {
    return name;
  }
  const [kind = "", id = ""] = parts;
  const one = kind.replace(/s$/, "").replaceAll("-", " ");
  return `${one.charAt(0).toUpperCase()}${one.slice(1)} ${id.length > 30 ? "…" + id.slice(-12) : id}`;
}

function opens([, , , scope = "read", operatorsOnly = false]) {
  return allows(scope, operatorsOnly);
}

/** Explains why a key does not open a page. */
function refused([, , name, scope, operatorsOnly]) {
  const why =
    operatorsOnly && ownTenant() !== null
      ? "All tenants share what this page shows; it needs a key that is bound to no tenant. "
      : `This page needs a key with scope ${scope}; this key has scope ${ownScope()}. `;
  return [
    h("h1", {}, name),
    emptyBox(
      "This key cannot open this page",
      why,
      link("#/", "Overview"),
      " · ",
      h("button", { type: "button", class: "small", onclick: () => askKey() }, "Use another key"),
    ),
  ];
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function matches(pattern, parts) {
  const wanted = pattern.split("/").filter((part) => part);
  return (
    wanted.length === parts.length && wanted.every((part, i) => part === "*" || part === parts[i])
  );
}

/** Loads what the key allows, and shows the menu and the page. */
async function enter() {
  await identify();
  show();
}

async function askKey(why) {
  if (asking) {
    return;
  }
  asking = true;
  const given = await ask(
    {
      title: "API key",
      text: why ?? "The key is kept until you close this tab. Leave empty to continue without a key.",
      verb: "Use key",
      stop: "Close",
      fields: [
        {
          name: "key",
          label: "Key",
          type: "password",
          placeholder: "tfk_…",
          hint: "Create one with: ./taskforge keys create --all-tenants --scope admin",
        },
      ],
    },
    async ({ key }) => useKey(key),
  );
  asking = false;
  declined = !given;
}

showTop(() => askKey());
access.addEventListener("wanted", () => askKey());
// After the dialog is closed, don't open it again every few seconds.
access.addEventListener("needed", (event) => declined || askKey(event.detail));
keyEvents.addEventListener("changed", () => {
  fill(main); // hide the data of the previous key's tenant
  enter();
});
prefEvents.addEventListener("changed", ({ detail }) => detail === "zone" && show());
live.addEventListener("status", () => liveStatus() === "on" && !isIdentified() && enter());
window.addEventListener("hashchange", () => {
  closeDialogs();
  declined = false;
  show();
  main.focus({ preventScroll: true });
});
let drawnFor = main.clientWidth;
window.addEventListener("resize", () => {
  // Charts are drawn for a fixed width.
  if (main.clientWidth !== drawnFor && main.querySelector("svg")) {
    show();
  }
  drawnFor = main.clientWidth;
});
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
startShortcuts(() => refreshers.forEach((refresh) => refresh()));
startLive();
enter();
