// The API key that the user entered. It is kept until the tab is closed, and sent to this server only.

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

/** The authentication headers. */
export function keyHeaders() {
  const key = currentKey();
  return key ? { Authorization: "Bearer " + key } : {};
}
