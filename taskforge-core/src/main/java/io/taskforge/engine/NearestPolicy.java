package io.taskforge.engine;

import io.taskforge.job.JobTypeName;
import io.taskforge.queue.QueueSettings;
import io.taskforge.retry.EffectivePolicy;
import io.taskforge.retry.EffectivePolicy.Origin;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Finds the policy that applies to a job: its own, its type's, its queue's, or the default. Only
 * the nearest is looked up, so that an invalid one further away has no effect. A job's overrides
 * are merged with it.
 */
record NearestPolicy(EngineConfig config, Lookup stored) {
  /** Finds stored policies. */
  interface Lookup {
    /**
     * Returns the policy with this name.
     *
     * @throws IllegalArgumentException if there is none, or it is invalid
     */
    RetryPolicy named(PolicyName name);

    /**
     * Returns the policy of a job type, or null.
     *
     * @throws IllegalArgumentException if it is invalid
     */
    @Nullable PolicyChoice ofType(JobTypeName type);
  }

  /**
   * Returns the policy and where it comes from.
   *
   * @param ofJob the job's own choice as JSON, or null
   * @throws IllegalArgumentException if it can't be read, or its name is not known
   */
  EffectivePolicy of(@Nullable String ofJob, JobTypeName type, QueueSettings queue) {
    PolicyChoice own = ofJob == null ? null : config.failures().policyJson().readJobChoice(ofJob);
    if (own instanceof PolicyChoice.Overriding overriding) {
      RetryPolicy base = nearest(overriding.base(), type, queue).policy();
      return new EffectivePolicy(overriding.overrides().apply(base), Origin.JOB);
    }
    return nearest(own, type, queue);
  }

  private EffectivePolicy nearest(
      @Nullable PolicyChoice own, JobTypeName type, QueueSettings queue) {
    if (own != null) {
      return resolved(own, Origin.JOB);
    }
    PolicyChoice ofType = ofType(type);
    if (ofType != null) {
      return resolved(ofType, Origin.JOB_TYPE);
    }
    PolicyChoice ofQueue = queue.retryPolicy();
    return ofQueue != null
        ? resolved(ofQueue, Origin.QUEUE)
        : resolved(config.failures().defaultPolicy(), Origin.SERVER_DEFAULT);
  }

  /** A stored policy takes precedence over the handler's, since operators change it at run time. */
  private @Nullable PolicyChoice ofType(JobTypeName type) {
    PolicyChoice set = stored.ofType(type);
    HandlerRegistration<?> registration = config.handling().handlers().get(type);
    RetryPolicy registered = registration == null ? null : registration.retryPolicy();
    return set != null || registered == null ? set : PolicyChoice.of(registered);
  }

  private EffectivePolicy resolved(PolicyChoice choice, Origin origin) {
    return new EffectivePolicy(
        choice instanceof PolicyChoice.Named byName
            ? stored.named(byName.name())
            : ((PolicyChoice.Inline) choice).policy(),
        origin);
  }
}
