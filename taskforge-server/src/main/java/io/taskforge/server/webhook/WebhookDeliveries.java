package io.taskforge.server.webhook;

import io.taskforge.job.Guarantee;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobType;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.server.http.Json;
import io.taskforge.store.EndedJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Makes the jobs that tell webhooks something. Asks no store; thread-safe. */
public final class WebhookDeliveries {
  private final WebhookCatalog catalog;
  private final Supplier<JobId> ids;

  WebhookDeliveries(WebhookCatalog catalog, Supplier<JobId> ids) {
    this.catalog = catalog;
    this.ids = ids;
  }

  /** Whether anybody is told of such an end. */
  boolean any(TenantId tenant, QueueName queue, JobType type, JobState state) {
    if (type.equals(WebhookDelivery.TYPE)) {
      return false; // or the end of each delivery would be told by another
    }
    List<Webhook> webhooks = catalog.of(tenant);
    if (webhooks.isEmpty()) {
      return false;
    }
    WebhookEvent event = WebhookEvent.of(state);
    for (Webhook webhook : webhooks) {
      if (webhook.settings().wants(event, queue, type)) {
        return true;
      }
    }
    return false;
  }

  /** Returns one delivery for each webhook that is told of a job's end. */
  List<NewJob> forEnd(EndedJob job) {
    if (job.type().equals(WebhookDelivery.TYPE)) {
      return List.of();
    }
    WebhookEvent event = WebhookEvent.of(job.state());
    List<Webhook> told =
        catalog.of(job.tenant()).stream()
            .filter(webhook -> webhook.settings().wants(event, job.queue(), job.type()))
            .toList();
    return told.isEmpty() ? List.of() : all(told, event.word(), WebhookBody.of(event, job), null);
  }

  /**
   * Returns one delivery for each webhook that is told of an alert, to be enqueued by the caller:
   * of the tenant's own, and of those that are told of all tenants.
   *
   * @param tenant whom the alert is about
   * @param event that it was raised, or resolved
   * @param at when
   * @param data what receivers find under {@code data}; with all of its text at most some 50 KiB
   * @param once what makes this news this news: told again, it is delivered once
   */
  public List<NewJob> forAlert(
      TenantId tenant, WebhookEvent event, Instant at, ObjectNode data, String once) {
    List<Webhook> told =
        Stream.concat(
                catalog.of(tenant).stream(),
                catalog.ofAllTenants().stream().filter(webhook -> !webhook.tenant().equals(tenant)))
            .filter(webhook -> webhook.settings().wants(event))
            .toList();
    return told.isEmpty()
        ? List.of()
        : all(told, event.word(), WebhookBody.of(event.word(), at, data), once);
  }

  /** Returns a delivery that tells one webhook that it works. */
  public NewJob forTest(Webhook webhook, Instant at) {
    ObjectNode data =
        Json.object()
            .put("webhookId", webhook.id())
            .put("message", "This is a test; nothing has happened.");
    return one(webhook, WebhookDelivery.TEST, WebhookBody.of(WebhookDelivery.TEST, at, data), null);
  }

  private List<NewJob> all(
      List<Webhook> webhooks, String event, String body, @Nullable String once) {
    List<NewJob> jobs = new ArrayList<>();
    webhooks.forEach(webhook -> jobs.add(one(webhook, event, body, once)));
    return jobs;
  }

  /** The message's id is made of the job's, which no attempt and no redrive changes. */
  private NewJob one(Webhook webhook, String event, String body, @Nullable String once) {
    JobId id = ids.get();
    String message = "msg_" + id.toString().replace("-", "");
    return new NewJob(
        id,
        WebhookDelivery.QUEUE,
        WebhookDelivery.TYPE,
        webhook.tenant(),
        new WebhookDelivery(webhook.id(), message, event, body).payload(),
        0,
        null,
        Duration.ZERO,
        Guarantee.AT_LEAST_ONCE,
        null,
        null,
        null,
        once == null ? null : new IdempotencyKey(once + " " + event + " " + webhook.id()));
  }
}
