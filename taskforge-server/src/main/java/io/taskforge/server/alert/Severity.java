package io.taskforge.server.alert;

/** How bad it is. */
public enum Severity {
  /** Somebody should look today. */
  WARNING,
  /** Work stands still or is lost: somebody should look now. */
  CRITICAL
}
