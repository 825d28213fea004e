package io.taskforge.engine;

import io.taskforge.job.JobHandler;
import io.taskforge.job.JobTypeName;
import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A job type that this worker can run.
 *
 * @param retryPolicy for jobs of this type that have none of their own, or null
 * @param timeout for jobs of this type that have none of their own, or null
 * @param keyIsDestination whether the key of these jobs is the destination that they call
 */
public record HandlerRegistration<T>(
    JobTypeName type,
    Class<T> payload,
    JobHandler<T> handler,
    @Nullable RetryPolicy retryPolicy,
    @Nullable Duration timeout,
    boolean keyIsDestination) {}
