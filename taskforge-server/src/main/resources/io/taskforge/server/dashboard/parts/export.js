// Exports the matching jobs as CSV or NDJSON, made in the browser from pages of the list.

import { call } from "../api.js";
import { h } from "../dom.js";
import { count, plural } from "../text.js";
import { ask } from "./dialog.js";
import { news } from "./notice.js";
import { progress } from "./progress.js";

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

/**
 * Asks for the format and downloads jobs.
 *
 * @param query the filters of the list
 * @param ids the selected jobs; none for all that match
 */
export async function exportJobs(query, ids) {
  let format = "CSV";
  const done = await ask(
    {
      title: ids.length > 0 ? `Export ${plural(ids.length, "job")}` : "Export matching jobs",
      text: `${ids.length > 0 ? "With" : `At most ${count(MOST)} jobs, newest first, with`} their payload and last error.`,
      verb: "Export",
      fields: [{ name: "format", label: "Format", options: ["CSV", "NDJSON"], value: format }],
    },
    async (values) => {
      format = values.format;
    },
  );
  if (!done) {
    return;
  }
  const lines = format === "CSV" ? [[...COLUMNS, "errorType", "errorMessage", "payload"].join(",")] : [];
  let exported = 0;
  let cut = false;
  async function* steps() {
    for await (const { items, more } of ids.length > 0 ? selected(ids) : matching(query)) {
      lines.push(...items.map(format === "CSV" ? csv : (job) => JSON.stringify(job)));
      exported += items.length;
      cut = more;
      yield { value: exported, text: plural(exported, "job") + " read" };
    }
  }
  const stopped = await progress("Export", ids.length > 0 ? ids.length : null, steps());
  download(lines.join("\r\n") + "\r\n", format === "CSV" ? "text/csv" : "application/x-ndjson", "jobs." + format.toLowerCase());
  news(plural(exported, "job") + " exported" + (stopped ? ", then stopped." : cut ? "; there may be more." : "."));
}

/** Pages of the matching jobs, and whether there are more. */
async function* matching(query) {
  let cursor = null;
  let read = 0;
  let pages = 0;
  do {
    const page = await call("jobs", { query: { ...query, limit: PAGE, payload: true, cursor } });
    cursor = page.next;
    read += page.items.length;
    pages++;
    yield { items: page.items, more: cursor !== null };
  } while (cursor && read < MOST && pages < MOST_PAGES);
}

/** The jobs with these ids that have not been deleted. */
async function* selected(ids) {
  for (const id of ids) {
    const job = await call("job", { at: { id } }).catch((error) => {
      if (error.status !== 404) {
        throw error;
      }
    });
    yield { items: job ? [job] : [], more: false };
  }
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
