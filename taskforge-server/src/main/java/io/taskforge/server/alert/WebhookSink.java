package io.taskforge.server.alert;

import io.taskforge.job.NewJob;
import io.taskforge.server.webhook.WebhookDeliveries;
import io.taskforge.server.webhook.WebhookEvent;
import io.taskforge.store.JobStore;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * Sends alerts to those of their tenant's webhooks that asked for them, and to those that are told
 * of all tenants. An alert that is told again makes no second delivery.
 */
public final class WebhookSink implements AlertSink {
  private final WebhookDeliveries deliveries;
  private final JobStore store;

  /** Sends them as jobs of {@code store}. */
  public WebhookSink(WebhookDeliveries deliveries, JobStore store) {
    this.deliveries = deliveries;
    this.store = store;
  }

  @Override
  public void raised(Alert alert) {
    send(alert, WebhookEvent.ALERT_RAISED, alert.raisedAt());
  }

  @Override
  public void resolved(Alert alert) {
    send(alert, WebhookEvent.ALERT_RESOLVED, Objects.requireNonNull(alert.resolvedAt()));
  }

  private void send(Alert alert, WebhookEvent event, Instant at) {
    List<NewJob> jobs =
        deliveries.forAlert(alert.tenant(), event, at, AlertJson.of(alert), "alert-" + alert.id());
    if (!jobs.isEmpty()) {
      List<?> ignored = store.enqueue(jobs);
    }
  }
}
