package io.taskforge.server.webhook;

import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What people decide about a webhook.
 *
 * @param name for people
 * @param url where deliveries are sent, as it was checked
 * @param events of what it is told; at least one
 * @param queue only of jobs of this queue, or null; alerts are not asked for theirs
 * @param type only of jobs of this type, or null
 * @param enabled whether it is told anything
 * @param allTenants whether it is told of every tenant's alerts, and not of its own tenant's alone
 */
public record WebhookSettings(
    String name,
    String url,
    Set<WebhookEvent> events,
    @Nullable QueueName queue,
    @Nullable JobType type,
    boolean enabled,
    boolean allTenants) {
  public WebhookSettings {
    events = Collections.unmodifiableSet(EnumSet.copyOf(events));
  }

  /** Whether it wants to know of such a job's end. */
  boolean wants(WebhookEvent event, QueueName ranIn, JobType of) {
    return enabled
        && events.contains(event)
        && (queue == null || queue.equals(ranIn))
        && (type == null || type.equals(of));
  }

  /** Whether it wants to know of this alert. */
  boolean wants(WebhookEvent event) {
    return enabled && events.contains(event);
  }

  WebhookSettings disabled() {
    return new WebhookSettings(name, url, events, queue, type, false, allTenants);
  }
}
