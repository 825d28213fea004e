package io.taskforge;

import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicy;
import java.time.Instant;

/**
 * A stored retry policy with a name.
 *
 * @param version 1 at first, incremented by each change
 * @param createdAt when it was created, by the store's clock
 * @param changedAt when this version was stored
 */
public record NamedPolicy(
    PolicyName name, RetryPolicy policy, long version, Instant createdAt, Instant changedAt) {}
