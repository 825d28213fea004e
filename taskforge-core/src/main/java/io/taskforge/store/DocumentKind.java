package io.taskforge.store;

/** Kinds of documents. */
public enum DocumentKind {
  /** A named retry policy. */
  POLICY,
  /** The retry policy of a job type. */
  JOB_TYPE,
  /** A schedule. */
  SCHEDULE,
  /** A bulk redrive. */
  REDRIVE,
  /** An API key, with its secret hashed. */
  API_KEY,
  /** A secret shared by all nodes of a server. */
  SERVER_SECRET,
  /** A tenant's quotas. */
  TENANT,
  /** A webhook. */
  WEBHOOK,
  /** An alert rule. */
  ALERT_RULE,
  /** An alert. */
  ALERT,
  /** The state of a destination: circuit breaker, release rate. Due unless it works. */
  DESTINATION,
  /** What operators recorded about a failure group. */
  FAILURE_GROUP
}
