package io.taskforge.queue;

import io.taskforge.job.QueueName;
import java.time.Instant;

/**
 * A queue as it is stored.
 *
 * @param version 1 at first, and one more whenever its settings change; pausing changes none
 * @param createdAt when it was first put
 * @param changedAt when its settings last changed
 */
public record Queue(
    QueueName name,
    QueueSettings settings,
    boolean paused,
    long version,
    Instant createdAt,
    Instant changedAt) {}
