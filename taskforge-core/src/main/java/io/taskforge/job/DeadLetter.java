package io.taskforge.job;

import java.time.Instant;

/**
 * A job's move to a dead letter queue. Stored separately from the payload, which never changes.
 *
 * @param reason why it was given up
 * @param movedFrom the queue that it came from
 * @param movedAt when it was moved
 */
public record DeadLetter(String reason, QueueName movedFrom, Instant movedAt) {}
