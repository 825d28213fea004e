// Creates and edits a schedule: cron in words and its next runs while typing.

import { call } from "../api.js";
import { ownTenant } from "../caller.js";
import { h } from "../dom.js";
import { parsed } from "./delays.js";
import { ask } from "./dialog.js";
import { news } from "./notice.js";
import { policyNames } from "./policy-form.js";
import { local, zoneName } from "./time.js";

const OWN = "own policy";
const SHOWN_RUNS = 5;
const ZONES = async () => Intl.supportedValuesOf?.("timeZone") ?? [];

/** Edits a schedule with optimistic locking, or creates one if none is given. */
export async function editSchedule(page, one) {
  const policy = one?.job.retryPolicy ?? null;
  const done = await ask(
    {
      title: one ? `Schedule ${one.name || one.id}` : "New schedule",
      verb: "Save",
      stop: "Close",
      wide: true,
      fields: [
        ...(one
          ? []
          : [
              { name: "id", label: "Id", required: true, hint: "Unique in its tenant, such as nightly-report." },
              ...(ownTenant() === null
                ? [{ name: "tenant", label: "Tenant", names: "tenants", hint: "Leave empty for the default tenant." }]
                : []),
            ]),
        { name: "name", label: "Name", value: one?.name, hint: "Optional." },
        { name: "description", label: "Description", value: one?.description, hint: "Optional." },
        {
          name: "cron",
          label: "Cron expression",
          value: one ? (one.cron ?? "") : "0 3 * * *",
          class: "mono",
          hint: "Minute, hour, day of month, month, weekday. Leave empty for a single run.",
        },
        { name: "zone", label: "Time zone", names: ZONES, value: one ? (one.zone ?? "") : "UTC", hint: "Such as Europe/Berlin." },
        { name: "at", label: "Single run at", value: one?.at ?? "", hint: "Instead of cron: a time such as 2030-01-31T12:00:00Z." },
        { name: "type", label: "Job type", names: "types", required: true, value: one?.job.type, faults: ["job.type"] },
        { name: "queue", label: "Queue", names: "queues", value: one?.job.queue ?? "default", faults: ["job.queue"] },
        {
          name: "payload",
          label: "Payload, JSON",
          rows: 4,
          value: JSON.stringify(one?.job.payload ?? {}, null, 2),
          faults: ["job.payload", "job"],
        },
        {
          name: "tags",
          label: "Tags of its jobs",
          value: (one?.job.tags ?? []).join(", "),
          hint: "Up to 8 words to find them by, separated by commas.",
          faults: ["job.tags"],
        },
        {
          name: "retryPolicy",
          label: "Retry policy",
          names: policyNames,
          value: policy !== null && typeof policy === "object" ? OWN : (policy ?? ""),
          hint: `The name of a policy${policy !== null && typeof policy === "object" ? `; "${OWN}" keeps that of the schedule` : ""}. Leave empty for that of the type or queue.`,
          faults: ["job.retryPolicy"],
        },
        { name: "timeout", label: "Timeout", value: one?.job.timeout ?? "", hint: "How long an attempt may run, such as 5m. Optional.", faults: ["job.timeout"] },
        { name: "priority", label: "Priority", type: "number", value: one?.job.priority ?? 0, hint: "Jobs with a higher priority run first.", faults: ["job.priority"] },
        {
          name: "key",
          label: "Key",
          value: one?.job.key ?? "",
          hint: "Gives jobs with the same key a lane of their own. Leave empty for none; for HTTP jobs, for the host and port of their URL.",
          faults: ["job.key"],
        },
        { name: "misfire", label: "Missed runs", options: ["RUN_ONCE_NOW", "SKIP", "RUN_ALL"], value: one?.misfire },
        { name: "overlap", label: "If the previous job still runs", options: ["SKIP", "QUEUE", "CANCEL_PREVIOUS"], value: one?.overlap },
      ],
      preview: cronPreview,
    },
    (values) => save(one, values),
  );
  if (done) {
    news("Schedule saved.");
    page.refresh();
  }
  return done;
}

function save(one, { id, tenant, cron, zone, at, ...values }) {
  const { type, queue, payload, tags, retryPolicy, timeout, priority, key, ...others } = values;
  const given = parsed(payload || "null", "payload");
  if (JSON.stringify(given).includes('"***"')) {
    throw Object.assign(new Error("A secret is masked."), {
      title: "Enter the secret again",
      faults: [{ key: "payload", value: "", rule: "has a masked secret (***); enter its value again" }],
    });
  }
  const words = tags.split(",").map((tag) => tag.trim()).filter((tag) => tag);
  // The key of an HTTP job is the host of its URL, which may have changed.
  const derived = type === "http" && key === one?.job.key;
  const job = {
    type,
    queue,
    payload: given,
    priority: Number(priority),
    ...(one ? { guarantee: one.job.guarantee } : {}),
    ...(words.length > 0 ? { tags: words } : {}),
    ...(retryPolicy ? { retryPolicy: retryPolicy === OWN ? one.job.retryPolicy : retryPolicy } : {}),
    ...(timeout ? { timeout } : {}),
    ...(key && !derived ? { key } : {}),
  };
  return call("schedule.put", {
    at: { id: one?.id ?? id },
    query: { tenant: one?.tenant ?? tenant },
    headers: one ? { "If-Match": `"${one.version}"` } : { "If-None-Match": "*" },
    body: {
      ...others,
      ...(one ? { paused: one.paused } : {}),
      ...(at ? { at } : { cron, ...(zone ? { zone } : {}), oneOff: one?.oneOff ?? false }),
      job,
    },
  });
}

/** An expression in words, and its next runs in its own zone and in the viewer's. */
async function cronPreview({ cron, zone, at }) {
  if (at || !cron) {
    return at ? h("p", {}, "Runs once.") : null;
  }
  const found = await call("schedule.preview", { body: { cron, ...(zone ? { zone } : {}), count: SHOWN_RUNS } });
  return [
    h("p", {}, h("strong", {}, "Runs " + found.description), ` (${found.zone})`),
    runList(found.nextRuns, found.zone),
  ];
}

/** Runs in two zones. */
export function runList(runs, zone) {
  // Not all browsers know offsets such as +02:00 as zones.
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone ?? "") ?? [];
  const offset = sign ? Number(sign + 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0;
  const there = (run) =>
    new Intl.DateTimeFormat("en-CA", {
      timeZone: sign || zone === "Z" ? "UTC" : zone,
      dateStyle: "short",
      timeStyle: "short",
      hourCycle: "h23",
    }).format(Date.parse(run) + offset);
  return h(
    "ul",
    { class: "plain runs" },
    runs.map((run) => h("li", {}, h("span", { class: "mono" }, local(run)), ` ${zoneName()}`, zone && zone !== zoneName() ? h("span", { class: "faint" }, ` · ${there(run)} ${zone}`) : null)),
  );
}
