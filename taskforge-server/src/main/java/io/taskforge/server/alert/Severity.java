package io.taskforge.server.alert;

/** How urgent an alert is, in ascending order. */
public enum Severity {
  /** Should be looked at today. */
  WARNING,
  /** Work has stopped or is being lost; should be looked at now. */
  CRITICAL
}
