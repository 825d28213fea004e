package io.taskforge.schedule;

/** What happens to an occurrence that is due while the previous job is not finished. */
public enum OverlapPolicy {
  /** The occurrence is skipped and recorded as skipped. The default. */
  SKIP,
  /** The job is enqueued anyway. */
  QUEUE,
  /** The previous job is cancelled and the new one enqueued. */
  CANCEL_PREVIOUS
}
