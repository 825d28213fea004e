// The policy lab: tries retry policies against a simulated outage before they are used.

import { call, isAbandoned } from "../api.js";
import { fill, h } from "../dom.js";
import { lineChart } from "../parts/line-chart.js";
import { emptyBox, problemBox } from "../parts/notice.js";
import { useButtons } from "../parts/policy-apply.js";
import { editor, newDraft, policyJson, slider } from "../parts/policy-editor.js";
import { table } from "../parts/table.js";
import { count, duration } from "../text.js";

const OWN = "this policy";
const SHOWN_RETRIES = 20;
const CALM_MILLIS = 400;
const MAX_OTHERS = 5;

export default function policyLab(page) {
  const draft = newDraft();
  const outage = { arrivals: 10, capacity: 20, seconds: 600, burn: 1, breaker: true };
  const others = new Set(["patient"]);
  const herd = { jobs: 10_000 };
  const results = h("div", {}, h("p", { class: "faint loading" }, "Simulating…"));
  const shapes = h("div", {}, h("p", { class: "faint loading" }, "Loading…"));
  const names = h("div", { class: "lab-choices" });
  let timer = null;
  let running = null;

  function changed() {
    clearTimeout(timer);
    timer = setTimeout(run, CALM_MILLIS);
  }

  async function run() {
    running?.abort();
    running = new AbortController();
    const signal = AbortSignal.any([page.signal, running.signal]);
    const policy = policyJson(draft);
    await Promise.all([
      shown(results, signal, async () => simulated(outage, await simulate(outage, policy, [...others], signal))),
      shown(shapes, signal, async () => {
        const { jobs } = herd;
        const [preview, starts] = await Promise.all([
          call("policy.preview", { body: { policy }, signal }),
          call("policy.herd", { body: { policy, jobs }, signal }),
        ]);
        return [delays(preview), herds(jobs, starts)];
      }),
    ]);
  }

  /** No more policies can be chosen than are simulated. */
  function limitChoices() {
    for (const input of names.querySelectorAll("input")) {
      input.disabled = !input.checked && others.size >= MAX_OTHERS;
    }
  }

  call("policies", { signal: page.signal })
    .then(({ items }) =>
      fill(
        names,
        items.map(({ name }) => checkbox(name, others.has(name), (on) => {
          others[on ? "add" : "delete"](name);
          limitChoices();
          changed();
        })),
      ),
    )
    .catch((problem) => isAbandoned(problem) || fill(names, problemBox(problem)));
  page.onRefresh(run);
  page.signal.addEventListener("abort", () => clearTimeout(timer));
  run();
  return [
    h("h1", {}, "Policy lab"),
    h("p", {}, "Try a retry policy against an outage before you use it. Nothing is stored until you apply it."),
    h("section", { class: "card" }, h("h2", {}, "Policy"), editor(draft, changed), useButtons(draft)),
    h("section", { class: "card" }, h("h2", {}, "Compare with"), h("p", {}, `At most ${MAX_OTHERS} policies.`), names),
    h("section", { class: "card" }, h("h2", {}, "Outage"), outageForm(outage, changed)),
    h("section", { class: "card" }, h("h2", {}, "Result"), results),
    h("section", { class: "card" }, h("h2", {}, "Delays"), herdForm(herd, changed), shapes),
  ];
}

/** Shows what make returns, or the problem. */
async function shown(element, signal, make) {
  try {
    const made = await make();
    if (!signal.aborted) {
      fill(element, made);
    }
  } catch (problem) {
    if (!isAbandoned(problem) && !signal.aborted) {
      fill(element, problemBox(problem));
    }
  }
}

function checkbox(label, checked, change) {
  const input = h("input", { type: "checkbox", checked, onchange: () => change(input.checked) });
  return h("label", {}, input, label);
}

function outageForm(outage, changed) {
  const set = (name) => (value) => {
    outage[name] = value;
    changed();
  };
  const rate = (value) => value + "/s";
  return h(
    "div",
    { class: "lab-form" },
    slider({ label: "Arrivals", min: 1, max: 50, value: outage.arrivals, shown: rate, change: set("arrivals") }),
    slider({ label: "Capacity", min: 2, max: 100, value: outage.capacity, shown: rate, change: set("capacity") }),
    slider({
      label: "Outage",
      min: 10,
      max: 1800,
      step: 10,
      value: outage.seconds,
      shown: (seconds) => duration(seconds * 1000),
      change: set("seconds"),
    }),
    slider({
      label: "Cost of a rejected call",
      min: 0,
      max: 1,
      step: 0.05,
      value: outage.burn,
      shown: (share) => (share === 1 ? "1: collapses under overload" : String(share)),
      change: set("burn"),
    }),
    h("div", { class: "lab-choices" }, checkbox("Circuit breaker", outage.breaker, set("breaker"))),
  );
}

function herdForm(herd, changed) {
  return h(
    "div",
    { class: "lab-form" },
    slider({
      label: "Jobs that fail at the same time",
      min: 1,
      max: 5,
      step: 0.1,
      value: Math.log10(herd.jobs),
      shown: (power) => count(jobsOf(power)),
      change: (power) => {
        herd.jobs = jobsOf(power);
        changed();
      },
    }),
  );
}

/** Two significant digits. */
function jobsOf(power) {
  return Number((10 ** power).toPrecision(2));
}

async function simulate({ arrivals, capacity, seconds, burn, breaker }, policy, others, signal) {
  const body = {
    policies: [policy, ...others],
    arrivals,
    capacity,
    outage: seconds + "s",
    burn,
    breaker,
    workers: 50,
  };
  return call("policy.simulate", { body, signal });
}

function simulated(outage, { ideal, policies }) {
  const named = policies.map((policy, i) => ({ ...policy, name: i === 0 ? OWN : policy.name }));
  return [
    h("p", {}, `Ideally, the backlog drains in ${duration(ideal * 1000)} after the outage.`),
    table({
      caption: "Policies in this outage",
      rows: named,
      columns: [
        { title: "Policy", cell: (row) => row.name },
        { title: "Drained in", figure: true, cell: (row) => (row.drainSeconds === null ? "never" : duration(row.drainSeconds * 1000)) },
        { title: "Of ideal", figure: true, cell: (row) => (row.drainRatio === null ? "–" : row.drainRatio.toFixed(2) + " ×") },
        { title: "Failed calls", figure: true, cell: (row) => count(row.failedCalls) },
        { title: "Peak", figure: true, cell: (row) => count(row.peakPerSecond) + "/s" },
        { title: "Attempts used", figure: true, cell: (row) => count(row.attemptsUsed) },
        { title: "Dead-lettered", figure: true, cell: (row) => count(row.dead) },
      ],
    }),
    lineChart({
      title: "Calls per second over time",
      lines: named.map(({ name, load }) => ({
        name,
        points: load.calls.map((rate, i) => [load.from + i * load.step, rate]),
      })),
      limit: { name: "capacity", y: outage.capacity },
      shade: { from: 0, to: outage.seconds },
      formatX: (seconds) => duration(Math.max(0, seconds * 1000)),
    }),
  ];
}

function delays({ retries }) {
  return retries.length === 0
    ? emptyBox("No retries", "The first failure is final.")
    : lineChart({
        title: "Delay before each retry, with the range of its jitter",
        lines: [
          {
            name: OWN,
            points: retries
              .slice(0, SHOWN_RETRIES)
              .map(({ retry, baseMs, minMs, maxMs }) => [retry, baseMs, minMs, maxMs]),
          },
        ],
        formatX: (retry) => (Number.isInteger(retry) ? String(retry) : ""),
        formatY: duration,
      });
}

function herds(jobs, { withJitter, withoutJitter }) {
  const last = Math.max(10, ...[withJitter, withoutJitter].map((all) => all.findLastIndex((n) => n > 0) + 1));
  const points = (all) => all.slice(0, last + 1).map((starts, second) => [second, starts]);
  return lineChart({
    title: `Retries per second if ${count(jobs)} jobs fail now and each retry fails again`,
    lines: [
      { name: "with jitter", points: points(withJitter) },
      { name: "without jitter", points: points(withoutJitter) },
    ],
    formatX: (seconds) => duration(seconds * 1000),
  });
}
