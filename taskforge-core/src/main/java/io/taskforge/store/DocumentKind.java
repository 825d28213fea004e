package io.taskforge.store;

/** Kinds of documents. */
public enum DocumentKind {
  /** A retry policy under a name. */
  POLICY,
  /** When jobs are enqueued again and again. */
  SCHEDULE,
  /** Dead letters that are being redriven. */
  REDRIVE
}
