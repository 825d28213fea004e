package io.taskforge.job;

import io.taskforge.failure.FailureKind;

/** The last failure of a job, in short. */
public record JobError(String type, FailureKind kind, String message) {}
