// Formatting of numbers and durations.

export function count(number) {
  return Number(number).toLocaleString("en");
}

export function plural(number, one, many = one + "s") {
  return count(number) + " " + (Number(number) === 1 ? one : many);
}

export function percent(number) {
  return Number(number).toLocaleString("en", { maximumFractionDigits: 1 }) + " %";
}

/** A number per second. */
export function rate(number) {
  const digits = number >= 100 ? 0 : number >= 10 ? 1 : number >= 1 ? 2 : 3;
  return Number(number.toFixed(digits)).toLocaleString("en") + "/s";
}

/** The attempt and, if known, the maximum: "2 of 4"; after a redrive "2 of 4 (8 total)". */
export function attemptNumbers({ attempt, maxAttempts = null, totalAttempts }) {
  const most = maxAttempts === null ? "" : " of " + count(maxAttempts);
  const total = totalAttempts === attempt ? "" : ` (${count(totalAttempts)} total)`;
  return count(attempt) + most + total;
}

/** 1500 is "1.5 s"; from minutes on, the two largest units. */
export function duration(millis) {
  if (millis === null || millis === undefined) {
    return "–";
  }
  if (millis < 1000) {
    return Math.round(millis) + " ms";
  }
  const seconds = millis / 1000;
  if (seconds < 60) {
    return (seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)) + " s";
  }
  const units = [
    ["d", 86400],
    ["h", 3600],
    ["min", 60],
    ["s", 1],
  ];
  let rest = Math.round(seconds);
  const parts = [];
  for (const [name, size] of units) {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    if (whole > 0 || parts.length > 0) {
      parts.push(whole > 0 ? whole + " " + name : "");
    }
  }
  return parts
    .slice(0, 2)
    .filter((part) => part)
    .join(" ");
}

/** The end of an id. Its beginning is a timestamp and the same for jobs of one minute. */
export function shortId(id) {
  return "…" + String(id).slice(-12);
}

export function clip(text, length) {
  const string = String(text ?? "");
  return string.length > length ? string.slice(0, length - 1) + "…" : string;
}

/** A short description of a retry policy. */
export function policyWords(policy) {
  if (policy === null || policy === undefined) {
    return "server default";
  }
  if (typeof policy === "string") {
    return policy;
  }
  if (policy.overrides) {
    const changed = Object.entries(policy.overrides).map(([key, value]) => `${key} ${value}`);
    return `${policy.base ? policyWords(policy.base) : "of its type or queue"} with ${changed.join(", ")}`;
  }
  const words = [policy.backoff?.strategy ?? "custom policy"];
  if (policy.maxRetries !== undefined) {
    words.push(plural(policy.maxRetries, "retry", "retries"));
  }
  return words.join(", ");
}
