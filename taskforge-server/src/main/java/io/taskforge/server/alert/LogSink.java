package io.taskforge.server.alert;

import io.taskforge.text.DurationText;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends alerts to the log: a warning when one is raised, and a line when it is resolved. */
public final class LogSink implements AlertSink {
  private static final Logger LOG = LoggerFactory.getLogger(LogSink.class);

  @Override
  public void raised(Alert alert) {
    LOG.warn(
        "alert {} raised ({}, {}): {}", alert.id(), alert.rule(), alert.severity(), alert.text());
  }

  @Override
  public void resolved(Alert alert) {
    Duration open =
        alert.resolvedAt() == null
            ? Duration.ZERO
            : Duration.between(alert.raisedAt(), alert.resolvedAt());
    LOG.info(
        "alert {} resolved after {} ({} in {})",
        alert.id(),
        DurationText.forPeople(open),
        alert.rule(),
        alert.queue());
  }
}
