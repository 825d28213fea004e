package io.taskforge.spring.autoconfigure;

import io.taskforge.HandlerOptions;
import io.taskforge.QueueOptions;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.job.QueueName;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.spring.Retry;
import io.taskforge.spring.TaskForgeCustomizer;
import io.taskforge.spring.TaskForgeProperties;
import io.taskforge.store.JobStore;
import io.taskforge.trace.JobTracing;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything of the application that a TaskForge is built with, except for its store.
 *
 * @param applicationName the worker's name if the properties have none
 * @param applicationVersion the worker's version if the properties have none; null for TaskForge's
 */
record TaskForgeAssembly(
    TaskForgeProperties properties,
    List<HandlerBean<?>> handlers,
    JobTracing tracing,
    List<TaskForgeCustomizer> customizers,
    String applicationName,
    @Nullable String applicationVersion) {
  private static final Logger LOG = LoggerFactory.getLogger(TaskForgeAssembly.class);

  /**
   * Configures a builder.
   *
   * @throws IllegalStateException if a retry policy is not known or invalid
   */
  void configure(TaskForgeBuilder builder) {
    KnownPolicies policies = new KnownPolicies(properties.retry().policies());
    TaskForgeProperties.Worker worker = properties.worker();
    builder
        .name(worker.name() == null ? applicationName : worker.name())
        .concurrency(worker.concurrency())
        .lease(worker.lease() == null ? JobStore.DEFAULT_LEASE : worker.lease())
        .pollInterval(worker.pollInterval())
        .timeout(worker.timeout())
        .shutdownGrace(worker.shutdownGrace())
        .retryPolicy(policies.named(properties.retry().policy(), "spring.taskforge.retry.policy"));
    Optional.ofNullable(worker.version() == null ? applicationVersion : worker.version())
        .ifPresent(builder::version);
    if (tracing != JobTracing.NONE) {
      builder.tracing(tracing);
    }
    if (worker.allQueues()) {
      builder.allQueues();
    }
    if (properties.queues().isEmpty()) {
      // Named here, because a customizer may add queues.
      builder.queue(QueueName.DEFAULT.value());
    }
    properties
        .queues()
        .forEach(
            (name, queue) -> builder.queue(name, options -> set(options, name, queue, policies)));
    handlers.forEach(handler -> add(builder, handler, policies));
    warnOfUnknownTypes();
    customizers.forEach(customizer -> customizer.customize(builder));
  }

  private static void set(
      QueueOptions options, String name, TaskForgeProperties.Queue queue, KnownPolicies policies) {
    Optional.ofNullable(queue.concurrency()).ifPresent(options::concurrency);
    Optional.ofNullable(queue.weight()).ifPresent(options::weight);
    Optional.ofNullable(queue.deadLetterQueue()).ifPresent(options::deadLetterQueue);
    Optional.ofNullable(queue.deadLetterOn()).ifPresent(options::deadLetterOn);
    if (queue.retryPolicy() != null) {
      String where = "spring.taskforge.queues." + name + ".retry-policy";
      options.retryPolicy(policies.named(queue.retryPolicy(), where));
    }
  }

  private <T> void add(TaskForgeBuilder builder, HandlerBean<T> handler, KnownPolicies policies) {
    TaskForgeProperties.Handler set = properties.handlers().get(handler.name().value());
    builder.handler(
        handler.type(),
        handler.handler(),
        (HandlerOptions options) -> {
          RetryPolicy policy = policy(handler, set, policies);
          if (policy != null) {
            options.retryPolicy(policy);
          }
          if (set != null && set.timeout() != null) {
            options.timeout(set.timeout());
          }
        });
  }

  /** The property's policy, or else the annotation's; null if both have none. */
  private @Nullable RetryPolicy policy(
      HandlerBean<?> handler, TaskForgeProperties.@Nullable Handler set, KnownPolicies policies) {
    Retry retry = handler.retry();
    RetryPolicy policy =
        retry == null ? null : policies.named(retry.policy(), "@Retry of " + handler.description());
    if (policy != null && retry != null && retry.maxRetries() >= 0) {
      policy = policy.maxRetries(retry.maxRetries());
    }
    String property = "spring.taskforge.handlers." + handler.name();
    if (set != null && set.retryPolicy() != null) {
      policy = policies.named(set.retryPolicy(), property + ".retry-policy");
    }
    if (set != null && set.maxRetries() != null) {
      RetryPolicy base =
          policy == null
              ? policies.named(properties.retry().policy(), "spring.taskforge.retry.policy")
              : policy;
      policy = base.maxRetries(set.maxRetries());
    }
    return policy;
  }

  /** Several applications may share their properties, so this is no error. */
  private void warnOfUnknownTypes() {
    List<String> types = handlers.stream().map(handler -> handler.name().value()).toList();
    properties.handlers().keySet().stream()
        .filter(type -> !types.contains(type))
        .forEach(
            type ->
                LOG.warn(
                    "spring.taskforge.handlers.{} has no effect: no handler of this job type in {}",
                    type,
                    types));
  }
}
