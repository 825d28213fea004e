package io.taskforge.trace;

import io.taskforge.job.JobIdentity;
import io.taskforge.job.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * The attempt that a span describes.
 *
 * @param attempt the number of the attempt in its round; 1 is the first
 * @param trace the trace that the job continues, or null
 */
public record TracedAttempt(JobIdentity job, int attempt, @Nullable TraceContext trace) {}
