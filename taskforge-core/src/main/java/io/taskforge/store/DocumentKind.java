package io.taskforge.store;

/** Kinds of documents. */
public enum DocumentKind {
  /** A retry policy under a name. */
  POLICY,
  /** When jobs are enqueued again and again. */
  SCHEDULE,
  /** Dead letters that are being redriven. */
  REDRIVE,
  /** A key to the server's API, its secret hashed. */
  API_KEY,
  /** What all nodes of a server share and nobody else knows. */
  SERVER_SECRET,
  /** What a tenant may do at most. */
  TENANT,
  /** Where news of jobs is sent. */
  WEBHOOK,
  /** When operators are told. */
  ALERT_RULE,
  /** What operators were told. */
  ALERT
}
