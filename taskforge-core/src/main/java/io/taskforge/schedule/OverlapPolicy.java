package io.taskforge.schedule;

/**
 * What becomes of an occurrence that is due while the previous job still waits, runs or retries.
 */
public enum OverlapPolicy {
  /** It is left out, and the schedule says so. The default. */
  SKIP,
  /** Its job is enqueued all the same. */
  QUEUE,
  /** The previous job is cancelled, and its job is enqueued. */
  CANCEL_PREVIOUS
}
