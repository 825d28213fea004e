package io.taskforge.job;

/** The delivery guarantee of a job: whether it runs again after its worker died. */
public enum Guarantee {
  /** At-least-once: it is started again, so the handler must be idempotent. */
  AT_LEAST_ONCE,
  /** At-most-once: it is never started twice, so its outcome may stay unknown. */
  AT_MOST_ONCE
}
