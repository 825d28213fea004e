// The caller's tenant and scope.

import { call } from "./api.js";

const SCOPES = ["read", "write", "admin"];
const OPERATOR = { tenant: null, scope: "admin" };

let caller = OPERATOR;
let known = false;
let questions = 0;

/** Asks the server. If that fails, the pages show the reason. */
export async function identify() {
  const question = ++questions;
  const answer = await call("caller").catch(() => null);
  // The response for an earlier key may arrive last.
  if (question === questions) {
    caller = answer ?? OPERATOR;
    known = answer !== null;
  }
}

export function isIdentified() {
  return known;
}

/** The tenant of the key, or null for an operator's key. */
export function ownTenant() {
  return caller.tenant;
}

export function ownScope() {
  return caller.scope;
}

/** Whether the key has the scope and, if operatorsOnly, is an operator's key. */
export function allows(scope, operatorsOnly = false) {
  return (
    SCOPES.indexOf(caller.scope) >= SCOPES.indexOf(scope) &&
    !(operatorsOnly && caller.tenant !== null)
  );
}
