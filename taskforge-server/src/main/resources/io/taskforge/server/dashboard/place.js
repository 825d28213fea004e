// Where the user was on a page: scroll position and number of loaded pages of a list. It is part of the
// browser's history, so that Back returns to the same place.

const MOST_ROWS = 500;
let saved = {};
let left = 0; // how far down the page still has to be scrolled
let timer = null;

/** Called when a page opens; returns to its place if the user has been here before. */
export function arrive() {
  saved = { scroll: 0, pages: 1, ...history.state };
  left = saved.scroll;
  window.scrollTo(0, 0);
}

/** The number of rows that a list loads first. */
export function firstRows(size) {
  return Math.min(MOST_ROWS, size * saved.pages);
}

/** Called when a list has loaded another page. */
export function grown() {
  saved.pages++;
  save();
}

/** Called when a part of the page is drawn: it may now be long enough. */
export function drawn() {
  if (left > 0 && document.documentElement.scrollHeight >= left + innerHeight * 0.5) {
    const to = left;
    left = 0;
    requestAnimationFrame(() => window.scrollTo(0, to));
  }
}

function save() {
  history.replaceState(saved, "");
}

window.addEventListener(
  "scroll",
  () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      saved.scroll = Math.round(scrollY);
      save();
    }, 120);
  },
  { passive: true },
);
for (const gesture of ["wheel", "touchmove", "keydown"]) {
  window.addEventListener(gesture, () => (left = 0), { passive: true });
}
