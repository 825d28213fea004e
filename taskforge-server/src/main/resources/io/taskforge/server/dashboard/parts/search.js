// The search box at the top: jobs by id or key; queues, types, schedules and failure groups by name.

import { call, isAbandoned } from "../api.js";
import { fill, h, to } from "../dom.js";
import { clip, shortId } from "../text.js";
import { trouble } from "./notice.js";

const PAUSE_MILLIS = 200;
const KINDS = {
  JOB: ["Job", ({ id }) => to(["jobs", id])],
  QUEUE: ["Queue", ({ id }) => to(["queues", id])],
  TYPE: ["Jobs of type", ({ id }) => to(["jobs"], { type: id })],
  TENANT: ["Jobs of tenant", ({ id }) => to(["jobs"], { tenant: id })],
  SCHEDULE: ["Schedule", ({ id, tenant }) => to(["schedules", id], { tenant })],
  FAILURE_GROUP: ["Failure group", ({ id }) => to(["failure-groups", id])],
};

/** A combobox: results appear while typing; arrow keys choose, Enter opens. */
export function searchBox() {
  const list = h("ul", { id: "found", role: "listbox", "aria-label": "Search results", hidden: true });
  const input = h("input", {
    id: "search",
    type: "search",
    placeholder: "Search: id, key, queue, type, schedule…  /",
    "aria-label": "Search",
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": "found",
    "aria-autocomplete": "list",
    autocomplete: "off",
    spellcheck: "false",
  });
  let hits = [];
  let chosen = -1;
  let isCurrent = false; // whether the hits are those of the text
  let timer = null;
  let abort = new AbortController();

  async function search() {
    clearTimeout(timer);
    abort.abort();
    abort = new AbortController();
    const q = input.value.trim();
    if (q.length < 2) {
      show(null);
      return false;
    }
    try {
      show((await call("search", { query: { q }, signal: abort.signal })).items);
      isCurrent = true;
      return true;
    } catch (error) {
      if (!isAbandoned(error)) {
        trouble(error);
      }
      return false;
    }
  }

  function show(items) {
    hits = items ?? [];
    chosen = hits.length > 0 ? 0 : -1;
    fill(
      list,
      hits.map(option),
      items?.length === 0
        ? h("li", { class: "faint", role: "option", "aria-disabled": "true" }, "Nothing found")
        : null,
    );
    list.hidden = items === null;
    input.setAttribute("aria-expanded", String(items !== null));
    mark();
  }

  function option(hit, i) {
    const [kind] = KINDS[hit.kind];
    return h(
      "li",
      { role: "option", id: "found-" + i, onpointerdown: (event) => (event.preventDefault(), open(i)) },
      h("span", { class: "faint" }, kind, " "),
      h("strong", {}, hit.kind === "JOB" ? shortId(hit.id) : hit.kind === "FAILURE_GROUP" ? "" : hit.id),
      " ",
      h("span", { class: "faint" }, clip(hit.text, 90)),
    );
  }

  function mark() {
    list.querySelectorAll("[id]").forEach((each, i) => {
      each.setAttribute("aria-selected", String(i === chosen));
    });
    if (chosen >= 0) {
      input.setAttribute("aria-activedescendant", "found-" + chosen);
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  }

  function open(i) {
    const hit = hits[i];
    input.value = "";
    show(null);
    input.blur();
    location.hash = KINDS[hit.kind][1](hit);
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    isCurrent = false;
    timer = setTimeout(search, PAUSE_MILLIS);
  });
  input.addEventListener("blur", () => show(null));
  input.addEventListener("keydown", async (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      chosen = hits.length > 0 ? (chosen + step + hits.length) % hits.length : -1;
      mark();
    } else if (event.key === "Escape") {
      input.value = "";
      input.blur();
    } else if (event.key === "Enter") {
      event.preventDefault();
      if ((isCurrent && chosen >= 0 && !list.hidden) || ((await search()) && hits.length > 0)) {
        open(Math.max(0, chosen));
      }
    }
  });
  return h("div", { class: "search", role: "search" }, input, list);
}
