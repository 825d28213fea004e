package io.taskforge;

import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicy;
import java.time.Instant;

/**
 * A retry policy as it stands under its name.
 *
 * @param version 1 when it was made, and one more with each change
 * @param createdAt when it was made, by the store's clock
 * @param changedAt when this version was made
 */
public record NamedPolicy(
    PolicyName name, RetryPolicy policy, long version, Instant createdAt, Instant changedAt) {}
