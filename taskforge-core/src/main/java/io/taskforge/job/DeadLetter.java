package io.taskforge.job;

import java.time.Instant;

/**
 * What is known of a job's move to a dead letter queue; kept beside the payload, never in it.
 *
 * @param reason why it was given up
 * @param movedFrom the queue that it came from
 * @param movedAt when
 */
public record DeadLetter(String reason, QueueName movedFrom, Instant movedAt) {}
