package io.taskforge.server.alert;

/** How urgent an alert is, in ascending order. */
public enum Severity {
  /** Needs attention today. */
  WARNING,
  /** Work has stopped or is being lost; needs attention immediately. */
  CRITICAL
}
