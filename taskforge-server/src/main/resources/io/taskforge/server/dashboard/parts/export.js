// Exports the matching jobs as CSV or NDJSON, made in the browser from pages of the list.

import { call } from "../api.js";
import { h } from "../dom.js";
import { plural } from "../text.js";
import { ask } from "./dialog.js";
import { news } from "./notice.js";

const PAGE = 500;
const MOST = 20_000;
const MOST_PAGES = 200; // pages of a search in payloads may be empty
const COLUMNS = [
  "id",
  "state",
  "type",
  "queue",
  "tenant",
  "totalAttempts",
  "createdAt",
  "runAt",
  "finishedAt",
  "idempotencyKey",
  "schedule",
  "tags",
];

/** Asks for the format and downloads the jobs that match the filters. */
export async function exportJobs(query) {
  let format = "CSV";
  let found = { lines: [], cut: false };
  const done = await ask(
    {
      title: "Export matching jobs",
      text: `At most ${MOST.toLocaleString("en")} jobs, newest first, with their payload and last error.`,
      verb: "Export",
      fields: [{ name: "format", label: "Format", options: ["CSV", "NDJSON"], value: format }],
    },
    async (values) => {
      format = values.format;
      found = await lines(query, format === "CSV" ? csv : JSON.stringify);
    },
  );
  if (!done) {
    return;
  }
  const head = format === "CSV" ? [[...COLUMNS, "errorType", "errorMessage", "payload"].join(",")] : [];
  const text = [...head, ...found.lines].join("\r\n") + "\r\n";
  download(text, format === "CSV" ? "text/csv" : "application/x-ndjson", "jobs." + format.toLowerCase());
  news(plural(found.lines.length, "job") + " exported" + (found.cut ? "; there may be more." : "."));
}

async function lines(query, format) {
  const all = [];
  let cursor = null;
  let pages = 0;
  do {
    const page = await call("jobs", { query: { ...query, limit: PAGE, payload: true, cursor } });
    all.push(...page.items.map(format));
    cursor = page.next;
    pages++;
  } while (cursor && all.length < MOST && pages < MOST_PAGES);
  return { lines: all, cut: cursor !== null };
}

function csv(job) {
  return [
    ...COLUMNS.map((name) => job[name]),
    job.lastError?.type,
    job.lastError?.message,
    JSON.stringify(job.payload),
  ]
    .map(cell)
    .join(",");
}

/** A spreadsheet must not read a text as a formula. */
function cell(value) {
  const text = String(value ?? "");
  const safe = /^[=+\-@\t\r]/.test(text) ? "'" + text : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function download(text, type, name) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
