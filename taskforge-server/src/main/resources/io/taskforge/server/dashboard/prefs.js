// Preferences of this browser: theme, time zone and density. The only file that uses localStorage, which
// never holds a key or data.

const CHOICES = {
  theme: ["system", "light", "dark"],
  zone: ["local", "UTC"],
  density: ["comfortable", "compact"],
};

/** Dispatches "changed" with the name of a preference. */
export const prefEvents = new EventTarget();

/** The value of a preference; the first choice by default. */
export function pref(name) {
  let value = null;
  try {
    value = localStorage.getItem("taskforge-" + name);
  } catch {
    // storage is disabled
  }
  return CHOICES[name].includes(value) ? value : CHOICES[name][0];
}

/** Sets a preference to the next choice. */
export function nextPref(name) {
  const choices = CHOICES[name];
  const value = choices[(choices.indexOf(pref(name)) + 1) % choices.length];
  try {
    localStorage.setItem("taskforge-" + name, value);
  } catch {
    // it lasts until the page is closed
  }
  apply();
  prefEvents.dispatchEvent(new CustomEvent("changed", { detail: name }));
  return value;
}

function apply() {
  const { dataset } = document.documentElement;
  dataset.theme = pref("theme");
  dataset.density = pref("density");
}

apply();
