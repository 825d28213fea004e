package io.taskforge.job;

import io.taskforge.failure.FailureKind;

/** A summary of a job's last failure. */
public record JobError(String type, FailureKind kind, String message) {}
