package io.taskforge.server.webhook;

import io.taskforge.job.EndedJob;
import io.taskforge.job.FollowUps;
import io.taskforge.job.Guarantee;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobError;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.server.outbound.TargetUrl;
import io.taskforge.text.BoundedText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Creates webhook deliveries, which are jobs. As {@link FollowUps} it creates them in the
 * transaction that ends a job; it uses the catalog only and never the store. The body is fixed
 * here; URL and signing secrets are looked up at each attempt. Thread-safe.
 */
public record WebhookDeliveries(WebhookCatalog catalog, Supplier<JobId> ids) implements FollowUps {
  private static final int TEXT_BYTES = 4 * 1024;

  @Override
  public boolean wants(TenantId tenant, QueueName queue, JobTypeName type, JobState state) {
    // A delivery that ends must not cause another delivery.
    return !type.equals(WebhookDelivery.TYPE)
        && catalog.of(tenant).stream()
            .anyMatch(webhook -> webhook.settings().wants(WebhookEvent.of(state), queue, type));
  }

  @Override
  public List<NewJob> after(List<EndedJob> ended) {
    List<NewJob> jobs = new ArrayList<>();
    for (EndedJob job : ended) {
      if (wants(job.tenant(), job.queue(), job.type(), job.state())) {
        WebhookEvent event = WebhookEvent.of(job.state());
        Stream<Webhook> subscribed =
            catalog.of(job.tenant()).stream()
                .filter(webhook -> webhook.settings().wants(event, job.queue(), job.type()));
        all(subscribed, event, body(event, job), null)
            .forEach(delivery -> jobs.add(delivery.trace(job.trace())));
      }
    }
    return jobs;
  }

  /**
   * Returns the deliveries of an alert, to be enqueued by the caller: to the subscribed webhooks of
   * its tenant, and to those that receive the alerts of all tenants.
   *
   * @param tenant the alert's tenant
   * @param event whether it was raised or resolved
   * @param data the content of {@code data}; its texts together should stay below 50 KiB
   * @param idempotencyKey identifies the alert, so that it is delivered once even if reported twice
   */
  public List<NewJob> forAlert(
      TenantId tenant, WebhookEvent event, Instant at, ObjectNode data, String idempotencyKey) {
    Stream<Webhook> subscribed =
        Stream.concat(
                catalog.of(tenant).stream(),
                catalog.ofAllTenants().stream().filter(webhook -> !webhook.tenant().equals(tenant)))
            .filter(webhook -> webhook.settings().wants(event));
    return all(subscribed, event, body(event.word(), at, data), idempotencyKey);
  }

  public NewJob forTest(Webhook webhook, Instant at) {
    ObjectNode data =
        Json.object()
            .put("webhookId", webhook.id())
            .put("message", "This is a test; nothing has happened.");
    return one(webhook, WebhookDelivery.TEST, body(WebhookDelivery.TEST, at, data), null);
  }

  /** Returns a delivery that sends a message once more, with its message id. */
  public NewJob again(Webhook webhook, WebhookDelivery sent) {
    return one(webhook, sent.event(), sent.body(), null, sent.message());
  }

  private List<NewJob> all(
      Stream<Webhook> webhooks, WebhookEvent event, String body, @Nullable String idempotencyKey) {
    return webhooks.map(webhook -> one(webhook, event.word(), body, idempotencyKey)).toList();
  }

  private NewJob one(Webhook webhook, String event, String body, @Nullable String idempotencyKey) {
    return one(webhook, event, body, idempotencyKey, null);
  }

  /**
   * @param sent the id of a message that is sent again; otherwise it is derived from the job id,
   *     which is the same in every attempt and redrive
   */
  private NewJob one(
      Webhook webhook,
      String event,
      String body,
      @Nullable String idempotencyKey,
      @Nullable String sent) {
    JobId id = ids.get();
    String message = sent == null ? "msg_" + id.toString().replace("-", "") : sent;
    IdempotencyKey key =
        idempotencyKey == null
            ? null
            : new IdempotencyKey(idempotencyKey + " " + event + " " + webhook.id());
    return new NewJob(
        new JobIdentity(id, WebhookDelivery.QUEUE, WebhookDelivery.TYPE, webhook.tenant()),
        new WebhookDelivery(webhook.id(), message, event, body).payload(),
        new JobSettings(0, Guarantee.AT_LEAST_ONCE, null, null, null, key)
            .laneKey(TargetUrl.parse(webhook.settings().url()).hostAndPort()),
        null,
        Duration.ZERO);
  }

  /** Returns the body of a delivery: event type, timestamp and data. */
  private static String body(WebhookEvent event, EndedJob job) {
    ObjectNode data = Json.object();
    data.put("jobId", job.id().toString());
    data.put("queue", job.queue().value());
    data.put("type", job.type().value());
    data.put("tenant", job.tenant().value());
    data.put("state", job.state().name());
    data.put("attempts", job.number().attempt());
    data.put("totalAttempts", job.number().total());
    JobError error = job.error();
    if (error == null) {
      data.putNull("error");
    } else {
      data.putObject("error")
          .put("type", error.type())
          .put("kind", error.kind().name())
          .put("message", BoundedText.of(error.message(), TEXT_BYTES));
    }
    QueueName deadLetterQueue = job.deadLetterQueue();
    data.put("deadLetterQueue", deadLetterQueue == null ? null : deadLetterQueue.value());
    String reason = job.reason();
    data.put("reason", reason == null ? null : BoundedText.of(reason, TEXT_BYTES));
    data.put("finishedAt", job.at().toString());
    return body(event.word(), job.at(), data);
  }

  private static String body(String event, Instant at, ObjectNode data) {
    ObjectNode json = Json.object();
    json.put("type", event);
    json.put("timestamp", at.toString());
    json.set("data", data);
    return Json.write(json);
  }
}
