package io.taskforge.server.alert;

import io.taskforge.text.DurationText;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Sends alerts to the log: a warning when one is raised, and a line when it is resolved, both with
 * {@code tenantId} as a field.
 */
public final class LogSink implements AlertSink {
  private static final Logger LOG = LoggerFactory.getLogger(LogSink.class);

  @Override
  public void raised(Alert alert) {
    line(Level.WARN, alert)
        .log(
            "alert {} raised ({}, {}): {}",
            alert.id(),
            alert.rule(),
            alert.severity(),
            alert.text());
  }

  @Override
  public void resolved(Alert alert) {
    Duration open =
        alert.resolvedAt() == null
            ? Duration.ZERO
            : Duration.between(alert.raisedAt(), alert.resolvedAt());
    line(Level.INFO, alert)
        .log(
            "alert {} resolved after {} ({} in {} of tenant {})",
            alert.id(),
            DurationText.forPeople(open),
            alert.rule(),
            alert.queue(),
            alert.tenant());
  }

  private static LoggingEventBuilder line(Level level, Alert alert) {
    return LOG.atLevel(level)
        .addKeyValue("tenantId", alert.tenant())
        .addKeyValue("alertId", alert.id())
        .addKeyValue("rule", alert.rule())
        .addKeyValue("queue", alert.queue());
  }
}
