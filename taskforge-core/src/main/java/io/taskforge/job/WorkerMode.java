package io.taskforge.job;

/** What an operator has asked a worker to do. It obeys with its next heartbeat. */
public enum WorkerMode {
  /** Claims and runs jobs, as every worker does at first. */
  ACTIVE,
  /** Claims no more jobs; those that it runs continue. */
  QUIET,
  /** Shuts down gracefully, as {@code TaskForge.close} does. Its process continues. */
  STOPPING
}
