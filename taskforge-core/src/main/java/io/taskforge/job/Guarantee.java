package io.taskforge.job;

/** What may happen to a job whose worker dies in the middle of it. */
public enum Guarantee {
  /** It is started again: the handler must bear being run twice. */
  AT_LEAST_ONCE,
  /** It is never started twice: its outcome may stay unknown. */
  AT_MOST_ONCE
}
