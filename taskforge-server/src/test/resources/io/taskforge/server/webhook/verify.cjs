// Verifies one message as a receiver in JavaScript would: {"secret", "headers", "body"} on stdin.
// Uses the standardwebhooks library if Node finds it, otherwise the rules of the specification.
const crypto = require("node:crypto");

function byTheRules(secret, body, headers) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  if (!id || !timestamp || !headers["webhook-signature"]) throw new Error("missing headers");
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) throw new Error("wrong time");
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signed = crypto.createHmac("sha256", key).update(`${id}.${timestamp}.${body}`);
  const wanted = Buffer.from(signed.digest("base64"));
  for (const signature of headers["webhook-signature"].split(" ")) {
    const [version, text] = signature.split(",");
    const given = Buffer.from(text ?? "");
    if (version === "v1" && given.length === wanted.length && crypto.timingSafeEqual(given, wanted)) {
      return;
    }
  }
  throw new Error("no matching signature");
}

function verifier() {
  try {
    const { Webhook } = require("standardwebhooks");
    return ["library", (secret, body, headers) => new Webhook(secret).verify(body, headers)];
  } catch (e) {
    if (e.code !== "MODULE_NOT_FOUND") throw e;
    return ["rules", byTheRules];
  }
}

const { secret, headers, body } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const [name, verify] = verifier();
let verdict = "accepted";
try {
  verify(secret, body, headers);
} catch (e) {
  verdict = `rejected: ${e.message}`;
}
console.log(`${name} ${verdict}`);
