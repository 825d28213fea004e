// Whose API key this is, and what it allows.

import { call } from "./api.js";

const SCOPES = ["read", "write", "admin"];
const OPERATOR = { tenant: null, scope: "admin" };

let caller = OPERATOR;
let known = false;

/** Asks the server. Where that fails, the pages show why. */
export async function identify() {
  try {
    caller = await call("caller");
    known = true;
  } catch {
    caller = OPERATOR;
    known = false;
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
