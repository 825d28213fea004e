// Whose API key this is, and what it allows.

import { call } from "./api.js";

const SCOPES = ["read", "write", "admin"];
const OPERATOR = { tenant: null, scope: "admin" };

let caller = OPERATOR;
let known = false;
let questions = 0;

/** Asks the server. Where that fails, the pages show why. */
export async function identify() {
  const question = ++questions;
  const answer = await call("caller").catch(() => null);
  // The answer for an earlier key may come last.
  if (question === questions) {
    caller = answer ?? OPERATOR;
    known = answer !== null;
  }
}

export function isIdentified() {
  return known;
}

/** The tenant to which the key is bound; null for an operator's key. */
export function ownTenant() {
  return caller.tenant;
}

export function ownScope() {
  return caller.scope;
}

/** Whether the key has a scope, and is an operator's where all tenants share something. */
export function allows(scope, operatorsOnly = false) {
  return (
    SCOPES.indexOf(caller.scope) >= SCOPES.indexOf(scope) &&
    !(operatorsOnly && caller.tenant !== null)
  );
}
