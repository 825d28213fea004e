// The page frame: routing, navigation, live status and API key.

import { access } from "./api.js";
import { allows, identify, isIdentified, ownScope, ownTenant } from "./caller.js";
import { fill, h, link, to } from "./dom.js";
import { currentKey, keyEvents, useKey } from "./key.js";
import { live, liveStatus, startLive } from "./live.js";
import { ask, closeDialogs } from "./parts/dialog.js";
import { emptyBox } from "./parts/notice.js";
import { startShortcuts } from "./shortcuts.js";
import alerts from "./pages/alerts.js";
import audit from "./pages/audit.js";
import deadLetters from "./pages/dead-letters.js";
import failureGroups from "./pages/failure-groups.js";
import job from "./pages/job.js";
import jobs from "./pages/jobs.js";
import overview from "./pages/overview.js";
import queue from "./pages/queue.js";
import queues from "./pages/queues.js";
import redrives from "./pages/redrives.js";
import schedule from "./pages/schedule.js";
import schedules from "./pages/schedules.js";
import tenantOverview from "./pages/tenant-overview.js";
import webhook from "./pages/webhook.js";
import webhooks from "./pages/webhooks.js";

/** Path, page, name in the menu (if any), required scope. */
const PAGES = [
  ["", (page) => (ownTenant() === null ? overview : tenantOverview)(page), "Overview"],
  ["queues", queues, "Queues"],
  ["queues/*", queue],
  ["jobs", jobs, "Jobs"],
  ["jobs/*", job],
  ["dead-letters", deadLetters, "Dead letters"],
  ["failure-groups", failureGroups, "Failure groups"],
  ["redrives", redrives, "Redrives"],
  ["schedules", schedules, "Schedules"],
  ["schedules/*", schedule],
  ["webhooks", webhooks, "Webhooks"],
  ["webhooks/*", webhook],
  ["alerts", alerts, "Alerts"],
  ["audit", audit, "Audit", "admin"],
];
const LIVE_WORDS = {
  on: ["good", "live", "changes appear as they happen"],
  connecting: ["off", "connecting", "connecting to the event stream"],
  off: ["warn", "not live", "changes are loaded every few seconds"],
};

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
  const name = found?.[2] ?? parts.join(" ");
  document.title = (name || "Overview") + " – TaskForge";
  fill(
    main,
    found
      ? opens(found)
        ? found[1](page)
        : refused(found)
      : emptyBox("Page not found", "Go to the ", h("a", { href: "#/" }, "overview"), "."),
  );
  for (const each of document.querySelectorAll("nav a")) {
    const current = each.getAttribute("href") === to(parts.slice(0, 1));
    each.toggleAttribute("aria-current", current);
    if (current) {
      each.setAttribute("aria-current", "page");
      each.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }
  window.scrollTo(0, 0);
}

function opens([, , , scope = "read"]) {
  return allows(scope);
}

/** Explains why a key does not open a page. */
function refused([, , name, scope]) {
  return [
    h("h1", {}, name),
    emptyBox(
      "This key cannot open this page",
      `This page needs a key with scope ${scope}; this key has scope ${ownScope()}. `,
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

function top() {
  const status = h("span", { class: "live" });
  const sayStatus = () => {
    const [tone, word, title] = LIVE_WORDS[liveStatus()];
    status.className = "live " + tone;
    status.title = title;
    fill(status, h("i", { class: "dot", "aria-hidden": "true" }), word);
  };
  live.addEventListener("status", sayStatus);
  sayStatus();
  const key = h("button", { type: "button", class: "small", onclick: () => askKey() });
  const sayKey = () =>
    fill(key, currentKey() ? "Key: " + currentKey().slice(0, 10) + "…" : "No key");
  keyEvents.addEventListener("changed", sayKey);
  sayKey();
  fill(
    document.getElementById("top"),
    h(
      "a",
      { class: "brand", href: "#/" },
      h("img", { src: "/dashboard/icon.svg", alt: "", width: 22, height: 22 }),
      "TaskForge",
    ),
    h("nav", { "aria-label": "Pages" }),
    h("div", { class: "who" }, status, key),
  );
}

/** Loads what the key allows, and shows the menu and the page. */
async function enter() {
  await identify();
  fill(
    document.querySelector("nav"),
    PAGES.filter((entry) => entry[2] && opens(entry)).map(([path, , name]) =>
      h("a", { href: to(path ? [path] : []) }, name),
    ),
  );
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

top();
access.addEventListener("wanted", () => askKey());
// After the dialog is closed, don't open it again every few seconds.
access.addEventListener("needed", (event) => declined || askKey(event.detail));
keyEvents.addEventListener("changed", () => {
  fill(main); // hide the data of the previous key's tenant
  enter();
});
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
