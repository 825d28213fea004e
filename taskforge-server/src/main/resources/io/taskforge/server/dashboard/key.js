// The API key that the operator typed in. It lives as long as the tab, and is sent to this server.

const NAME = "taskforge-key";

export const keyEvents = new EventTarget();

export function currentKey() {
  return sessionStorage.getItem(NAME);
}

export function useKey(key) {
  if (key) {
    sessionStorage.setItem(NAME, key);
  } else {
    sessionStorage.removeItem(NAME);
  }
  keyEvents.dispatchEvent(new Event("changed"));
}

/** The headers that say who asks. */
export function keyHeaders() {
  const key = currentKey();
  return key ? { Authorization: "Bearer " + key } : {};
}
