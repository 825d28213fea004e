// Known names of queues, types, tenants and errors, for completion while typing.

import { call } from "../api.js";
import { h } from "../dom.js";
import { keyEvents } from "../key.js";

const FRESH_MILLIS = 30_000;
let loaded = null;
let loadedAt = 0;
keyEvents.addEventListener("changed", () => (loaded = null));

/** The names: queues, types, tenants, errorTypes; policies are loaded on their own. */
export async function names() {
  if (loaded === null || Date.now() - loadedAt > FRESH_MILLIS) {
    loadedAt = Date.now();
    loaded = call("names").catch(() => ({}));
  }
  return loaded;
}

/**
 * Completes an input from known names.
 *
 * @param load returns the names
 * @returns the list, which must be in the same document as the input
 */
export function completed(input, load) {
  const id = input.id + "-names";
  const list = h("datalist", { id });
  input.setAttribute("list", id);
  input.addEventListener(
    "focus",
    async () => {
      const all = (await load().catch(() => [])) ?? [];
      list.replaceChildren(...all.map((value) => h("option", { value })));
    },
    { once: true },
  );
  return list;
}

/** The known name that equals a text but for its case, else the text. */
export async function exactly(kind, text) {
  const known = (await names())[kind] ?? [];
  return known.includes(text)
    ? text
    : (known.find((name) => name.toLowerCase() === text.toLowerCase()) ?? text);
}
