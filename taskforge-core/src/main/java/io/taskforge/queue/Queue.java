package io.taskforge.queue;

import io.taskforge.job.QueueName;
import java.time.Instant;

/**
 * A stored queue.
 *
 * @param version starts at 1 and increases with each change of the settings, but not with pauses
 * @param createdAt when the queue was created
 * @param changedAt when the settings last changed
 */
public record Queue(
    QueueName name,
    QueueSettings settings,
    boolean paused,
    long version,
    Instant createdAt,
    Instant changedAt) {}
