// Selected rows of a list, and the bar of actions on them or on all that match.

import { allows } from "../caller.js";
import { fill, h } from "../dom.js";
import { plural } from "../text.js";

/**
 * The selection of a list.
 *
 * @param noun what is selected, such as "job"
 * @param buttons creates the buttons: gets the selected ids, and whether there are any rows
 */
export class Selection {
  constructor(noun, buttons) {
    this.noun = noun;
    this.buttons = buttons;
    this.ids = new Set();
    this.any = false;
    this.bar = h("div", {
      class: "bar-of-actions",
      role: "group",
      "aria-label": `Actions on ${noun}s`,
    });
    this.say();
  }

  /** Sets whether there is anything to select. */
  offer(any) {
    this.any = any;
    this.say();
  }

  clear() {
    this.set([...this.ids], false);
    for (const box of document.querySelectorAll("main input.pick:checked")) {
      box.checked = false;
    }
  }

  /** The column of check boxes, if the key may change anything. */
  column(rows) {
    return allows("write")
      ? [{ title: "Select", cornerstone: this.all(rows), cell: (row) => this.box(row) }]
      : [];
  }

  box({ id }) {
    return h("input", {
      type: "checkbox",
      class: "pick",
      key: "select " + id,
      "aria-label": "Select " + id,
      checked: this.ids.has(id),
      onchange: (event) => this.set([id], event.target.checked),
    });
  }

  all(rows) {
    return h("input", {
      type: "checkbox",
      key: "select all",
      "aria-label": "Select all shown",
      checked: rows.length > 0 && rows.every((row) => this.ids.has(row.id)),
      onchange: (event) => {
        this.set(
          rows.map((row) => row.id),
          event.target.checked,
        );
        for (const each of event.target.closest("table").querySelectorAll("input.pick")) {
          each.checked = event.target.checked;
        }
      },
    });
  }

  set(ids, selected) {
    ids.forEach((id) => (selected ? this.ids.add(id) : this.ids.delete(id)));
    this.say();
  }

  say() {
    const selected = this.ids.size;
    fill(
      this.bar,
      allows("write")
        ? h(
            "span",
            { class: "chosen" },
            selected === 0 ? "None selected" : plural(selected, this.noun) + " selected",
          )
        : null,
      this.buttons([...this.ids], this.any),
    );
  }
}
