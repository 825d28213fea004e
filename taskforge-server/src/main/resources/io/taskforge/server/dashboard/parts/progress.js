// The progress of a long action, with a button that stops it.

import { h } from "../dom.js";

/**
 * Shows a dialog until all steps have ended or the user stops them.
 *
 * @param title heading
 * @param most the value at the end, or null if it is not known
 * @param steps asynchronous steps, each with its value and a text
 * @returns whether the user stopped
 */
export async function progress(title, most, steps) {
  const bar = h("progress", { "aria-label": "Progress", ...(most === null ? {} : { max: Math.max(1, most), value: 0 }) });
  const line = h("p", { role: "status" }, "Starting…");
  let stopped = false;
  const stop = h("button", { type: "button", onclick: () => (stopped = true) }, "Stop");
  const dialog = h("dialog", { "aria-label": "Progress" }, h("h2", {}, title), bar, line, h("div", { class: "buttons" }, stop));
  dialog.addEventListener("cancel", () => (stopped = true));
  document.body.append(dialog);
  dialog.showModal();
  try {
    for await (const { value, text } of steps) {
      if (most !== null) {
        bar.value = value;
      }
      line.textContent = text;
      if (stopped) {
        break;
      }
    }
  } finally {
    dialog.close();
    dialog.remove();
  }
  return stopped;
}
