// The live list of state changes.

import { fill, h } from "../dom.js";
import { live } from "../live.js";
import { clip } from "../text.js";
import { jobLink } from "./job-table.js";
import { queueLink } from "./queue-link.js";
import { badge } from "./state.js";
import { clockTime } from "./time.js";

const SHOWN = 12;

/** The latest changes, drawn once per frame: thousands may arrive in a second. */
export function changes(page) {
  const list = h("ol", { class: "changes" });
  const quiet = h("p", { class: "faint" }, "No changes since you opened this page.");
  let waiting = [];
  const draw = () => {
    quiet.remove();
    list.prepend(...waiting.splice(0).reverse().map(change));
    while (list.children.length > SHOWN) {
      list.lastChild.remove();
    }
  };
  live.addEventListener(
    "change",
    ({ detail: { data } }) => {
      if (!data.jobId || !data.state) {
        return;
      }
      if (waiting.length === 0) {
        requestAnimationFrame(draw);
      }
      waiting = [...waiting, data].slice(-SHOWN);
    },
    { signal: page.signal },
  );
  return h("section", {}, h("h2", {}, "Live changes on this server"), quiet, list);
}

function change(data) {
  const item = h("li", {});
  fill(
    item,
    h("span", { class: "faint mono" }, clockTime(new Date())),
    " ",
    badge(data.state),
    " ",
    jobLink(data.jobId),
    ` ${data.type} in `,
    queueLink(data.queue),
    data.explanation || data.message
      ? h("span", { class: "faint" }, " – " + clip(data.explanation ?? data.message, 140))
      : null,
  );
  return item;
}
