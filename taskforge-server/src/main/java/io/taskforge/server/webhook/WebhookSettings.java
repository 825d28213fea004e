package io.taskforge.server.webhook;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a webhook.
 *
 * @param name a name for people
 * @param url the checked URL of the receiver
 * @param events the subscribed events; at least one
 * @param queue restricts job events to this queue, or null; does not apply to alerts
 * @param type restricts job events to this job type, or null
 * @param allTenants whether it receives the alerts of all tenants, and not only its own
 */
public record WebhookSettings(
    String name,
    String url,
    Set<WebhookEvent> events,
    @Nullable QueueName queue,
    @Nullable JobTypeName type,
    boolean enabled,
    boolean allTenants) {
  public WebhookSettings {
    events = Collections.unmodifiableSet(EnumSet.copyOf(events));
  }

  /** Whether it subscribes to the end of such a job. */
  boolean wants(WebhookEvent event, QueueName ranIn, JobTypeName of) {
    return enabled
        && events.contains(event)
        && (queue == null || queue.equals(ranIn))
        && (type == null || type.equals(of));
  }

  /** Whether it subscribes to this alert event. */
  boolean wants(WebhookEvent event) {
    return enabled && events.contains(event);
  }

  WebhookSettings disabled() {
    return new WebhookSettings(name, url, events, queue, type, false, allTenants);
  }
}
