package io.taskforge.server.alert;

import io.taskforge.job.NewJob;
import io.taskforge.job.TenantId;
import io.taskforge.server.webhook.WebhookDeliveries;
import io.taskforge.server.webhook.WebhookEvent;
import io.taskforge.store.JobStore;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import tools.jackson.databind.node.ObjectNode;

/**
 * Receives alerts when they are raised and when they are resolved, one at a time, after they were
 * stored. Must return quickly. Delivery is at least once: a node that crashes while it reports
 * makes the next one report again, under the same alert id.
 */
@FunctionalInterface
public interface AlertSink {
  /** Reports an alert that was raised, if it is open, or else resolved. */
  void report(Alert alert);

  /** Logs raised alerts as warnings and resolved ones as info, with {@code tenantId} as a field. */
  static AlertSink log() {
    Logger log = LoggerFactory.getLogger(AlertSink.class);
    return alert -> {
      Instant resolvedAt = alert.resolvedAt();
      String message =
          resolvedAt == null
              ? "alert %s raised (%s, %s): %s"
                  .formatted(alert.id(), alert.rule(), alert.severity(), alert.text())
              : "alert %s resolved after %s (%s in %s of tenant %s)"
                  .formatted(
                      alert.id(),
                      DurationText.forPeople(Duration.between(alert.raisedAt(), resolvedAt)),
                      alert.rule(),
                      alert.condition().subject().name(),
                      alert.tenant());
      log.atLevel(resolvedAt == null ? Level.WARN : Level.INFO)
          .addKeyValue("tenantId", alert.tenant())
          .addKeyValue("alertId", alert.id())
          .addKeyValue("rule", alert.rule())
          .addKeyValue(
              alert.queue() == null ? "destination" : "queue", alert.condition().subject().name())
          .log(message);
    };
  }

  /** Publishes alerts to an event stream, with {@code change} set to raised or resolved. */
  static AlertSink eventStream(BiConsumer<TenantId, ObjectNode> stream) {
    return alert ->
        stream.accept(
            alert.tenant(),
            AlertJson.VIEW.json(alert).put("change", alert.isOpen() ? "raised" : "resolved"));
  }

  /**
   * Delivers alerts to the subscribed webhooks of their tenant and to those that receive the alerts
   * of all tenants. Idempotent: an alert that is reported again makes no second delivery.
   */
  static AlertSink webhooks(WebhookDeliveries deliveries, JobStore store) {
    return alert -> {
      Instant resolvedAt = alert.resolvedAt();
      List<NewJob> jobs =
          deliveries.forAlert(
              alert.tenant(),
              resolvedAt == null ? WebhookEvent.ALERT_RAISED : WebhookEvent.ALERT_RESOLVED,
              resolvedAt == null ? alert.raisedAt() : resolvedAt,
              AlertJson.VIEW.json(alert),
              "alert-" + alert.id());
      if (!jobs.isEmpty()) {
        List<?> ignored = store.enqueue(jobs);
      }
    };
  }
}
