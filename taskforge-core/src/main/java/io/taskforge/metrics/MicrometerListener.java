package io.taskforge.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.taskforge.event.DestinationEvent;
import io.taskforge.event.JobEvent;
import io.taskforge.event.JobListener;
import io.taskforge.failure.Failure;
import io.taskforge.job.JobState;
import io.taskforge.job.Transition;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Micrometer counters and timers of the jobs that this worker runs. Pass it to {@code
 * TaskForgeBuilder.listener}. {@link StoreGauges} has the gauges of the store. Thread-safe.
 *
 * <p>Metrics are tagged with {@code queue} and {@code type}; a few are also counted by {@code
 * tenant}. Each tag keeps its first 100 values, then five for each further tenant up to 300; the
 * rest are {@code other}. To add a metric, call {@code count} or {@code time}, and list it in
 * {@code docs/guides/operations.md}.
 */
@SuppressWarnings("exports") // Micrometer is an optional dependency
public final class MicrometerListener implements JobListener {
  private final MeterRegistry registry;
  private final TagValues queues = new TagValues();
  private final TagValues types = new TagValues();
  private final TagValues tenants = new TagValues();
  private final TagValues destinations = new TagValues();

  /** Creates a listener that registers its meters with {@code registry}. */
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
      time("taskforge.wait", "Time that jobs waited after they were due", tags, event.waited());
      time(
          "taskforge.tenant.wait",
          "Time that a tenant's jobs waited after they were due",
          tenant,
          event.waited());
      return;
    }
    time(
        "taskforge.run",
        "Duration of attempts",
        tags.and("outcome", outcome(transition)),
        event.duration());
    switch (transition) {
      case RETRY_SCHEDULED -> {
        count("taskforge.retries", "Retries scheduled after a failure", tags.and(kind(event)));
        if (event.counters().failures() == 1) {
          count("taskforge.jobs.retried", "Jobs that needed a retry", tags);
        }
        count("taskforge.tenant.retries", "Retries of a tenant's jobs", tenant);
        time("taskforge.retry.latency", "Delays chosen before retries", tags, event.delay());
      }
      case REFUNDED ->
          count(
              "taskforge.refunds", "Failures that used no retry: their destination was down", tags);
      case LEASE_LOST, LOST_FOR_GOOD ->
          count("taskforge.leases.lost", "Attempts whose lease was lost", tags);
      case INTERRUPTED -> {
        if (event.duration() != null) { // otherwise it never started and is not an attempt
          count(
              "taskforge.interruptions",
              "Attempts that their worker gave back, as in a shutdown",
              tags);
        }
      }
      default -> {
        // Counted by the job's final state, below.
      }
    }
    JobState state = event.state();
    if (state.isFinal()) {
      count(
          "taskforge.jobs.finished",
          "Jobs that reached a final state",
          tags.and("state", lowerCase(state)));
      count(
          "taskforge.tenant.jobs.finished",
          "A tenant's jobs that reached a final state",
          tenant.and("state", lowerCase(state)));
    }
    if (state == JobState.FAILED || state == JobState.DEAD) {
      count("taskforge.jobs.failed", "Jobs that failed permanently", tags.and(kind(event)));
    }
    if (exhaustedRetries(event)) {
      count("taskforge.retry.exhausted", "Jobs given up after their last retry failed", tags);
    }
  }

  @Override
  public void destinationChanged(DestinationEvent event) {
    count(
        "taskforge.destination.changes",
        "Changes of destinations, such as circuit breakers that opened",
        Tags.of(
            "destination",
            destinations.of(event.destination().tenant(), event.destination().name()),
            "change",
            lowerCase(event.change().kind()),
            "shadow",
            String.valueOf(event.shadow())));
  }

  /** The kind of failure: one of four values, so that it adds few series. */
  private static Tag kind(JobEvent event) {
    Failure failure = event.failure();
    return Tag.of("kind", failure == null ? "none" : lowerCase(failure.kind()));
  }

  /** A policy without retries cannot exhaust them. */
  private static boolean exhaustedRetries(JobEvent event) {
    return (event.transition() == Transition.GAVE_UP
            || event.transition() == Transition.DEAD_LETTERED)
        && event.maxRetries() > 0
        && event.counters().failures() > event.maxRetries();
  }

  private static String outcome(Transition transition) {
    return switch (transition) {
      case COMPLETED -> "succeeded";
      case RETRY_SCHEDULED, REFUNDED, GAVE_UP, DEAD_LETTERED -> "failed";
      case LEASE_LOST, LOST_FOR_GOOD -> "lost";
      case CANCELLED_BY_REQUEST -> "cancelled";
      default -> lowerCase(transition);
    };
  }

  private static String lowerCase(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }

  private void count(String name, String description, Tags tags) {
    Counter.builder(name).description(description).tags(tags).register(registry).increment();
  }

  private void time(String name, String description, Tags tags, @Nullable Duration duration) {
    if (duration != null) {
      Timer.builder(name).description(description).tags(tags).register(registry).record(duration);
    }
  }
}
