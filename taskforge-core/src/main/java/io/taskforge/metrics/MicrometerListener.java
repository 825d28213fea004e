package io.taskforge.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.taskforge.event.JobEvent;
import io.taskforge.event.JobListener;
import io.taskforge.job.JobState;
import io.taskforge.job.Transition;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times what this worker does with jobs, for Micrometer. Give it to {@code
 * TaskForgeBuilder.listener}; what waits in the store is shown by {@link StoreGauges}. Thread-safe.
 *
 * <p>Everything is tagged by {@code queue} and {@code type}, and a little is counted again by
 * {@code tenant} alone; of each tag, the first 100 values are kept, then five of each further
 * tenant's queues and types until there are 300, and further ones are called {@code other}. {@code
 * docs/guides/operations.md} lists the names.
 */
public final class MicrometerListener implements JobListener {
  private final MeterRegistry registry;
  private final TagValues queues = new TagValues();
  private final TagValues types = new TagValues();
  private final TagValues tenants = new TagValues();

  /** Counts into {@code registry}. */
  public MicrometerListener(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void on(JobEvent event) {
    Tags tags =
        Tags.of(
            "queue",
            queues.of(event.tenant(), event.queue().value()),
            "type",
            types.of(event.tenant(), event.type().value()));
    Tags tenant = Tags.of("tenant", tenants.of(event.tenant().value()));
    Transition transition = event.transition();
    if (transition == Transition.CLAIMED) {
      time("taskforge.wait", tags, event.waited());
      time("taskforge.tenant.wait", tenant, event.waited());
      return;
    }
    time("taskforge.run", tags.and("outcome", outcome(transition)), event.duration());
    switch (transition) {
      case RETRY_SCHEDULED -> {
        count("taskforge.retries", tags);
        count("taskforge.tenant.retries", tenant);
        time("taskforge.retry.latency", tags, event.delay());
      }
      case LEASE_LOST, LOST_FOR_GOOD -> count("taskforge.leases.lost", tags);
      case INTERRUPTED -> {
        if (event.duration() != null) { // else it never started, and is no attempt
          count("taskforge.interruptions", tags);
        }
      }
      default -> {
        // Told by the job's final state, below.
      }
    }
    JobState state = event.state();
    if (state.isFinal()) {
      count("taskforge.jobs.finished", tags.and("state", lowerCase(state)));
      count("taskforge.tenant.jobs.finished", tenant.and("state", lowerCase(state)));
    }
    if (state == JobState.FAILED || state == JobState.DEAD) {
      count("taskforge.jobs.failed", tags);
    }
    if (usedUpItsRetries(event)) {
      count("taskforge.retry.exhausted", tags);
    }
  }

  /** A policy without retries has none to use up. */
  private static boolean usedUpItsRetries(JobEvent event) {
    return (event.transition() == Transition.GAVE_UP
            || event.transition() == Transition.DEAD_LETTERED)
        && event.maxRetries() > 0
        && event.counters().failures() > event.maxRetries();
  }

  private static String outcome(Transition transition) {
    return switch (transition) {
      case COMPLETED -> "succeeded";
      case RETRY_SCHEDULED, GAVE_UP, DEAD_LETTERED -> "failed";
      case LEASE_LOST, LOST_FOR_GOOD -> "lost";
      case CANCELLED_BY_REQUEST -> "cancelled";
      default -> lowerCase(transition);
    };
  }

  private static String lowerCase(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }

  private static String meaning(String name) {
    return switch (name) {
      case "taskforge.wait" -> "How long jobs waited after they were due";
      case "taskforge.tenant.wait" -> "How long a tenant's jobs waited after they were due";
      case "taskforge.tenant.retries" -> "Retries of a tenant's jobs";
      case "taskforge.tenant.jobs.finished" -> "A tenant's jobs that reached a final state";
      case "taskforge.run" -> "How long attempts ran";
      case "taskforge.retries" -> "Retries that were scheduled after a failure";
      case "taskforge.retry.latency" -> "Delays chosen before retries";
      case "taskforge.retry.exhausted" ->
          "Jobs that were given up when their last retry had failed";
      case "taskforge.leases.lost" -> "Attempts whose worker fell silent";
      case "taskforge.interruptions" -> "Attempts that a shutdown ended";
      case "taskforge.jobs.finished" -> "Jobs that reached a final state";
      case "taskforge.jobs.failed" -> "Jobs that failed for good";
      default -> throw new IllegalArgumentException(name);
    };
  }

  private void count(String name, Tags tags) {
    Counter.builder(name).description(meaning(name)).tags(tags).register(registry).increment();
  }

  private void time(String name, Tags tags, @Nullable Duration duration) {
    if (duration != null) {
      Timer.builder(name).description(meaning(name)).tags(tags).register(registry).record(duration);
    }
  }
}
