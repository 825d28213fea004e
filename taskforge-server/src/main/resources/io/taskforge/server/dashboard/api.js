// All API requests of the dashboard. Other files use the route names; only this one has paths.

import { currentKey, keyHeaders } from "./key.js";
import { noteServerTime } from "./parts/time.js";

const ROUTES = {
  caller: "GET /api/v1/caller",
  stats: "GET /api/v1/stats",
  "stats.series": "GET /api/v1/stats/series",
  "stats.load": "GET /api/v1/stats/load",
  search: "GET /api/v1/search",
  names: "GET /api/v1/names",
  "tenant.stats": "GET /api/v1/tenants/{name}/stats",
  workers: "GET /api/v1/workers",
  "worker.quiet": "POST /api/v1/workers/{id}/quiet",
  "worker.resume": "POST /api/v1/workers/{id}/resume",
  "worker.stop": "POST /api/v1/workers/{id}/stop",
  queues: "GET /api/v1/queues",
  queue: "GET /api/v1/queues/{name}",
  "queue.put": "PUT /api/v1/queues/{name}",
  "queue.delete": "DELETE /api/v1/queues/{name}",
  "queue.pause": "POST /api/v1/queues/{name}/pause",
  "queue.resume": "POST /api/v1/queues/{name}/resume",
  "queue.metrics": "GET /api/v1/queues/{name}/retry-metrics",
  "queue.patterns": "GET /api/v1/queues/{name}/retry-patterns",
  "policy.preview": "POST /api/v1/policies/preview",
  policies: "GET /api/v1/policies",
  "policy.put": "PUT /api/v1/policies/{name}",
  "policy.delete": "DELETE /api/v1/policies/{name}",
  "policy.simulate": "POST /api/v1/policies/simulate",
  "policy.herd": "POST /api/v1/policies/herd",
  jobs: "GET /api/v1/jobs",
  "jobs.by-state": "GET /api/v1/stats/jobs",
  "jobs.count": "POST /api/v1/jobs/count",
  "jobs.bulk": "POST /api/v1/jobs/bulk",
  "job.copy": "POST /api/v1/jobs/{id}/copy",
  job: "GET /api/v1/jobs/{id}",
  "job.why": "GET /api/v1/jobs/{id}/why",
  "job.history": "GET /api/v1/jobs/{id}/history",
  "job.retry": "POST /api/v1/jobs/{id}/retry",
  "job.cancel": "POST /api/v1/jobs/{id}/cancel",
  "job.cancel-retries": "POST /api/v1/jobs/{id}/cancel-retries",
  "job.dead-letter": "POST /api/v1/jobs/{id}/dead-letter",
  "job.reschedule": "POST /api/v1/jobs/{id}/reschedule",
  "dead-letters": "GET /api/v1/dead-letters",
  "dead-letter.redrive": "POST /api/v1/dead-letters/{id}/redrive",
  "dead-letter.delete": "DELETE /api/v1/dead-letters/{id}",
  "failure-groups": "GET /api/v1/failure-groups",
  "failure-group": "GET /api/v1/failure-groups/{fingerprint}",
  "failure-group.put": "PUT /api/v1/failure-groups/{fingerprint}",
  redrives: "GET /api/v1/redrives",
  redrive: "GET /api/v1/redrives/{id}",
  "redrive.preview": "POST /api/v1/redrives/preview",
  "redrive.start": "POST /api/v1/redrives",
  "redrive.stop": "DELETE /api/v1/redrives/{id}",
  schedules: "GET /api/v1/schedules",
  schedule: "GET /api/v1/schedules/{id}",
  "schedule.put": "PUT /api/v1/schedules/{id}",
  "schedule.delete": "DELETE /api/v1/schedules/{id}",
  "schedule.preview": "POST /api/v1/schedules/preview",
  "schedule.runs": "GET /api/v1/schedules/{id}/runs",
  "schedule.trigger": "POST /api/v1/schedules/{id}/trigger",
  "schedule.pause": "POST /api/v1/schedules/{id}/pause",
  "schedule.resume": "POST /api/v1/schedules/{id}/resume",
  webhooks: "GET /api/v1/webhooks",
  webhook: "GET /api/v1/webhooks/{id}",
  "webhook.put": "PUT /api/v1/webhooks/{id}",
  "webhook.create": "POST /api/v1/webhooks",
  "webhook.delete": "DELETE /api/v1/webhooks/{id}",
  "webhook.rotate": "POST /api/v1/webhooks/{id}/rotate-secret",
  "webhook.deliveries": "GET /api/v1/webhooks/{id}/deliveries",
  "webhook.delivery": "GET /api/v1/webhooks/{id}/deliveries/{delivery}",
  "webhook.redeliver": "POST /api/v1/webhooks/{id}/deliveries/{delivery}/redeliver",
  "webhook.test": "POST /api/v1/webhooks/{id}/test",
  destinations: "GET /api/v1/destinations",
  destination: "GET /api/v1/destinations/{id}",
  "destination.hold": "POST /api/v1/destinations/{id}/hold",
  "destination.release": "POST /api/v1/destinations/{id}/release",
  alerts: "GET /api/v1/alerts",
  "alert.acknowledge": "POST /api/v1/alerts/{id}/acknowledge",
  "alert-rules": "GET /api/v1/alert-rules",
  "alert-rule.put": "PUT /api/v1/alert-rules/{name}",
  "alert-rule.reset": "DELETE /api/v1/alert-rules/{name}",
  keys: "GET /api/v1/keys",
  "key.create": "POST /api/v1/keys",
  "key.revoke": "DELETE /api/v1/keys/{id}",
  tenants: "GET /api/v1/tenants",
  "tenant.put": "PUT /api/v1/tenants/{name}",
  "tenant.delete": "DELETE /api/v1/tenants/{name}",
  audit: "GET /api/v1/audit",
  events: "GET /api/v1/events",
};
// Where the server is mounted: "" for its own port, "/taskforge" for example inside an application.
const BASE = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
const NO_KEY = "This server requires an API key.";
const PATIENCE_MILLIS = 30_000;

/** Dispatches "needed" if a request needs a key or another one, "wanted" if the user asks to enter one. */
export const access = new EventTarget();

/** An error response of the server. */
export class Problem extends Error {
  constructor(status, { title, detail, faults }) {
    super(detail || title);
    this.status = status;
    this.title = title;
    this.faults = faults ?? [];
  }
}

/** Whether a request was aborted because its result is no longer needed. */
export function isAbandoned(error) {
  return error?.name === "AbortError";
}

/**
 * Sends a request and returns the parsed response.
 *
 * @param name one of the routes above
 * @param asked at: path parameters; query; body; headers; signal: aborts the request
 */
export async function call(name, asked = {}) {
  const response = await request(name, {
    ...asked,
    signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MILLIS), asked.signal].filter(Boolean)),
  });
  const text = await response.text();
  return text ? JSON.parse(text, exactNumbers) : null;
}

/** Sends a request and returns the response before its body is read. */
export async function request(name, { at = {}, query = {}, body, headers = {}, signal }) {
  const [method, path] = ROUTES[name].split(" ");
  const sent = { ...keyHeaders(), ...headers };
  if (body !== undefined) {
    sent["Content-Type"] = "application/json";
  }
  let response;
  try {
    response = await fetch(address(path, at, query), {
      method,
      headers: sent,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      credentials: "same-origin", // the session, if an application has mounted the dashboard
      cache: "no-store",
      redirect: "manual",
    });
  } catch (error) {
    if (isAbandoned(error)) {
      throw error;
    }
    throw new Problem(0, {
      title: "The server cannot be reached",
      detail: error.name === "TimeoutError" ? "The server did not respond within 30 s." : "Check that it is running.",
    });
  }
  if (response.type === "opaqueredirect") {
    throw new Problem(401, {
      title: "Your session has ended",
      detail: "Reload the page to log in again.",
    });
  }
  noteServerTime(response.headers.get("Date"));
  if (!response.ok) {
    throw await problem(response);
  }
  return response;
}

function address(path, at, query) {
  const filled = BASE + path.replace(/\{(\w+)\}/g, (_, part) => encodeURIComponent(at[part]));
  const given = Object.entries(query).filter(([, value]) => value !== "" && value != null);
  const search = new URLSearchParams(given).toString();
  return search ? filled + "?" + search : filled;
}

async function problem(response) {
  let said;
  try {
    said = await response.json();
  } catch {
    said = { title: "HTTP " + response.status, detail: response.statusText };
  }
  // An application that has mounted the dashboard has users instead of keys.
  if (response.status === 401 && response.headers.has("WWW-Authenticate")) {
    said = { ...said, title: "API key required", detail: currentKey() ? said.detail : NO_KEY };
    access.dispatchEvent(new CustomEvent("needed", { detail: said.detail }));
  }
  return new Problem(response.status, said);
}

/** Keeps the exact digits of large numbers in payloads, if the browser supports it. */
function exactNumbers(key, value, context) {
  const lossy = typeof value === "number" && context?.source?.length > 15;
  return lossy && String(value) !== context.source && JSON.rawJSON
    ? JSON.rawJSON(context.source)
    : value;
}
