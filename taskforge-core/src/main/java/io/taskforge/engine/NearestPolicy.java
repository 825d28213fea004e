package io.taskforge.engine;

import io.taskforge.job.JobTypeName;
import io.taskforge.queue.QueueSettings;
import io.taskforge.retry.EffectivePolicy;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicy;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the policy that applies to a job: its own, its type's, its queue's, or the default. Only
 * the nearest is looked up, so that an invalid one further away has no effect.
 */
final class NearestPolicy {
  private final EngineConfig config;
  private final Function<PolicyName, RetryPolicy> named;

  NearestPolicy(EngineConfig config, Function<PolicyName, RetryPolicy> named) {
    this.config = config;
    this.named = named;
  }

  /**
   * Returns the policy and where it comes from.
   *
   * @param ofJob the job's own choice as JSON, or null
   * @throws IllegalArgumentException if it can't be read, or its name is not known
   */
  EffectivePolicy of(@Nullable String ofJob, JobTypeName type, QueueSettings queue) {
    RetryPolicy own =
        ofJob == null ? null : resolved(config.failures().policyJson().readChoice(ofJob));
    HandlerRegistration<?> registration = config.handling().handlers().get(type);
    RetryPolicy ofType = registration == null ? null : registration.retryPolicy();
    PolicyChoice ofQueue = own == null && ofType == null ? queue.retryPolicy() : null;
    return EffectivePolicy.nearest(
        own, ofType, ofQueue == null ? null : resolved(ofQueue), config.failures().defaultPolicy());
  }

  private RetryPolicy resolved(PolicyChoice choice) {
    return choice instanceof PolicyChoice.Named byName
        ? named.apply(byName.name())
        : ((PolicyChoice.Inline) choice).policy();
  }
}
