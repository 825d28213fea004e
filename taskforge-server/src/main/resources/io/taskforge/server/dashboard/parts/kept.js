// Data that regions of a page share.

/**
 * Returns a function that loads data at most once in a period. Its forget() ends the period early; so does an action
 * on the page, because the user wants to see its effect. Create it before the regions that use it.
 *
 * @param load loads the data; gets a signal
 */
export function kept(page, millis, load) {
  let data = null;
  let asked = 0;
  const get = (signal) => {
    if (data === null || performance.now() - asked >= millis) {
      asked = performance.now();
      const mine = load(signal);
      data = mine;
      mine.catch(() => {
        if (data === mine) {
          data = null;
        }
      });
    }
    return data;
  };
  get.forget = () => {
    data = null;
  };
  page.onRefresh(get.forget);
  return get;
}
