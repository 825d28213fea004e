package io.taskforge;

import io.taskforge.destination.DestinationChange;
import io.taskforge.engine.log.LogFields;
import io.taskforge.event.DestinationEvent;
import io.taskforge.event.JobEvent;
import io.taskforge.event.JobListener;
import io.taskforge.failure.Failure;
import io.taskforge.job.Transition;
import io.taskforge.text.DurationText;
import io.taskforge.text.PrintableText;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Writes each change to the log: a line that a person reads, and fields that a machine does. What
 * goes as planned is at level DEBUG, retries at INFO, the end of a job that failed at WARN.
 */
final class LoggingListener implements JobListener {
  private static final Logger LOG = LoggerFactory.getLogger("io.taskforge.jobs");

  private static final int LONGEST_TEXT = 200;

  @Override
  public void on(JobEvent event) {
    Level level = level(event.transition());
    if (!LOG.isEnabledForLevel(level)) {
      return;
    }
    LoggingEventBuilder line =
        LogFields.job(LOG.atLevel(level), event.job(), event.attempt())
            .addKeyValue("totalAttempts", event.totalAttempts())
            .addKeyValue("transition", event.transition());
    if (event.worker() != null) {
      line = line.addKeyValue("worker", event.worker());
    }
    Failure failure = event.failure();
    if (failure != null) {
      line =
          line.addKeyValue("errorType", failure.type()).addKeyValue("failureKind", failure.kind());
    }
    if (event.nextRunAt() != null) {
      line = line.addKeyValue("nextRunAt", event.nextRunAt());
    }
    line.log(text(event));
  }

  @Override
  public void destinationChanged(DestinationEvent event) {
    DestinationChange change = event.change();
    boolean down =
        change.kind() == DestinationChange.Kind.OPENED
            || change.kind() == DestinationChange.Kind.HELD;
    LOG.atLevel(down ? Level.WARN : Level.INFO)
        .addKeyValue("destination", event.destination().name())
        .addKeyValue("tenantId", event.destination().tenant())
        .addKeyValue("change", change.kind())
        .log(
            "destination {} {}{}: {}",
            event.destination(),
            event.shadow() ? "would be " : "",
            text(change.kind()),
            oneLine(change.reason()));
  }

  private static String text(DestinationChange.Kind kind) {
    return switch (kind) {
      case OPENED -> "closed to jobs, its circuit breaker opened";
      case PROBING -> "probed, its circuit breaker is half-open";
      case REOPENED -> "still closed to jobs, its circuit breaker opened again";
      case RECOVERING -> "recovering, its backlog is released gradually";
      case RECOVERED -> "recovered, calls are no longer limited";
      case HELD -> "held";
      case RELEASED -> "released";
    };
  }

  private static Level level(Transition transition) {
    return switch (transition) {
      case GAVE_UP, DEAD_LETTERED, LOST_FOR_GOOD, LEASE_LOST -> Level.WARN;
      case RETRY_SCHEDULED, INTERRUPTED -> Level.INFO;
      default -> Level.DEBUG;
    };
  }

  /** Returns the line for people: {@code job 123 failed, retry 1/3 in 1s (at …)}. */
  static String text(JobEvent event) {
    String job = "job " + event.jobId();
    if (event.transition() == Transition.RETRY_SCHEDULED && event.delay() != null) {
      return "%s failed, retry %d/%d in %s (at %s): %s"
          .formatted(
              job,
              event.counters().failures(),
              event.maxRetries(),
              DurationText.forPeople(event.delay()),
              event.nextRunAt(),
              oneLine(event.failure()));
    }
    return switch (event.transition()) {
      case CLAIMED -> job + " claimed, attempt " + event.number();
      case COMPLETED -> job + " succeeded at attempt " + event.number();
      case GAVE_UP, DEAD_LETTERED, LOST_FOR_GOOD ->
          "%s is %s: %s (%s)"
              .formatted(
                  job, event.state(), oneLine(event.explanation()), oneLine(event.failure()));
      default -> job + " is " + event.state() + ": " + oneLine(event.explanation());
    };
  }

  private static String oneLine(@Nullable Failure failure) {
    return failure == null ? "no failure" : oneLine(failure.type() + ": " + failure.message());
  }

  /** Handlers give these texts: they must not look like more lines of the log. */
  private static String oneLine(String text) {
    String line = PrintableText.oneLine(text);
    return line.length() > LONGEST_TEXT ? line.substring(0, LONGEST_TEXT) + "…" : line;
  }
}
