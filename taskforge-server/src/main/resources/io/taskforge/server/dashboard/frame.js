// The frame of every page: search, live status, preferences, API key and menu.

import { fill, h, to } from "./dom.js";
import { currentKey, keyEvents } from "./key.js";
import { live, liveStatus } from "./live.js";
import { searchBox } from "./parts/search.js";
import { nextPref, pref } from "./prefs.js";

const LIVE_WORDS = {
  on: ["good", "live", "changes appear as they happen"],
  connecting: ["off", "connecting", "connecting to the event stream"],
  off: ["warn", "not live", "changes are loaded every few seconds"],
};

/** The heading above an entry of the menu, by its path. */
const HEADINGS = { "": "Monitor", "dead-letters": "Failures", schedules: "Configure" };

let shown = "";

/** Draws the bar at the top. */
export function showTop(askKey) {
  fill(
    document.getElementById("top"),
    h(
      "button",
      {
        type: "button",
        class: "menu-button",
        "aria-label": "Menu",
        "aria-expanded": "false",
        "aria-controls": "menu",
        onclick: ({ currentTarget }) => openMenu(currentTarget),
      },
      "☰",
    ),
    h(
      "a",
      { class: "brand", href: "#/", "aria-label": "TaskForge: overview" },
      h("img", { src: "dashboard/icon.svg", alt: "", width: 22, height: 22 }),
      h("span", {}, "TaskForge"),
    ),
    searchBox(),
    h("div", { class: "who" }, status(), choice("zone", "Time zone"), choice("theme", "Theme"), key(askKey)),
  );
}

function status() {
  const element = h("span", { class: "live" });
  const say = () => {
    const [tone, word, title] = LIVE_WORDS[liveStatus()];
    element.className = "live " + tone;
    element.title = title;
    fill(element, h("i", { class: "dot", "aria-hidden": "true" }), word);
  };
  live.addEventListener("status", say);
  say();
  return element;
}

/** A button that switches to the next value of a preference. */
function choice(name, label) {
  const signs = { system: "◐ system", light: "☀ light", dark: "☾ dark" };
  const text = (value) => signs[value] ?? value;
  const button = h(
    "button",
    {
      type: "button",
      class: "small quiet",
      title: label,
      onclick: () => say(nextPref(name)),
    },
  );
  const say = (value) => {
    button.textContent = text(value);
    button.setAttribute("aria-label", `${label}: ${value}. Switch`);
  };
  say(pref(name));
  return button;
}

function key(askKey) {
  const button = h("button", { type: "button", class: "small quiet", onclick: askKey });
  const say = () =>
    fill(button, currentKey() ? "Key: " + currentKey().slice(0, 10) + "…" : "No key");
  keyEvents.addEventListener("changed", say);
  say();
  return button;
}

/** Draws the menu if it has changed, and marks the current page. */
export function showMenu(entries, current) {
  const menu = document.getElementById("menu");
  const names = entries.map(([, , name]) => name).join();
  if (names !== shown) {
    shown = names;
    fill(
      menu,
      entries.map(([path, , name]) => [
        HEADINGS[path] ? h("span", { class: "heading" }, HEADINGS[path]) : null,
        h("a", { href: to(path ? [path] : []) }, name),
      ]),
    );
  }
  for (const each of menu.querySelectorAll("a")) {
    if (each.getAttribute("href") === to(current ? [current] : [])) {
      each.setAttribute("aria-current", "page");
    } else {
      each.removeAttribute("aria-current");
    }
  }
  menu.classList.remove("open");
  document.querySelector(".menu-button").setAttribute("aria-expanded", "false");
}

function openMenu(button) {
  const open = document.getElementById("menu").classList.toggle("open");
  button.setAttribute("aria-expanded", String(open));
}
