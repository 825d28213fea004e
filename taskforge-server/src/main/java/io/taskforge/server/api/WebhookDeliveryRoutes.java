package io.taskforge.server.api;

import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Job;
import io.taskforge.job.JobError;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.json.strict.Json;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Limits;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import io.taskforge.server.text.SecretNames;
import io.taskforge.server.webhook.StoredWebhook;
import io.taskforge.server.webhook.Webhook;
import io.taskforge.server.webhook.WebhookDelivery;
import io.taskforge.server.webhook.Webhooks;
import io.taskforge.store.JobStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists and shows deliveries to a webhook, repeats them, and sends test events. */
record WebhookDeliveryRoutes(Webhooks webhooks, JobStore store, QuotaChecks quotas) {
  private static final int SHOWN_ATTEMPTS = 20;
  // The error type of a failed delivery contains the HTTP status.
  private static final Pattern STATUS_TYPE = Pattern.compile("http_([0-9]{3})");

  private record Delivery(Job job, WebhookDelivery payload, JsonNode body) {
    /**
     * @throws IllegalArgumentException or {@link JacksonException} if it is not a delivery
     */
    static Delivery of(Job job) {
      WebhookDelivery payload = WebhookDelivery.read(Json.read(job.payload().json()));
      return new Delivery(job, payload, Json.read(payload.body()));
    }

    private @Nullable String jobId() {
      JsonNode id = body.at("/data/jobId");
      return id.isString() ? id.stringValue() : null;
    }

    private @Nullable Instant nextRunAt() {
      return !job.state().isFinal() && job.lease() == null ? job.runAt() : null;
    }
  }

  private static final View<Delivery> DELIVERY =
      View.<Delivery>of("WebhookDelivery")
          .uuid("id", d -> d.job.id(), "the id of the job that delivers; its history has details")
          .text(
              "messageId", d -> d.payload.message(), "the webhook-id header that the receiver gets")
          .text("event", d -> d.payload.event(), "the event")
          .textOrNull("jobId", Delivery::jobId, "the job of the event")
          .word("state", d -> d.job.state(), JobState.class, "the state")
          .integer("attempts", d -> d.job.attempt(), "attempts since it was created or redriven")
          .integer("totalAttempts", d -> d.job.totalAttempts(), "attempts since it was created")
          .integerOrNull(
              "lastStatus",
              d -> status(d.job.result(), d.job.lastError()),
              "the HTTP status of the receiver's last response")
          .objectOrNull(
              "lastError",
              d -> d.job.lastError(),
              JobJson.error("WebhookDeliveryError"),
              "the latest failure")
          .time("createdAt", d -> d.job.createdAt(), "when it was created")
          .timeOrNull("nextRunAt", Delivery::nextRunAt, "the next attempt")
          .timeOrNull(
              "finishedAt", d -> d.job.finishedAt(), "when it was delivered or finally failed");

  /**
   * A delivery as it was sent and answered.
   *
   * @param attempts the latest ones, oldest first
   */
  private record Details(Delivery delivery, Webhook webhook, List<Attempt> attempts) {
    /** The headers of the latest attempt; the signature would be a secret for some minutes. */
    private Map<String, String> headers() {
      Attempt last = attempts.isEmpty() ? null : attempts.get(attempts.size() - 1);
      Instant started = last == null ? null : last.startedAt();
      return delivery.payload.headers(
          Math.max(1, delivery.job.attempt()),
          started == null ? delivery.job.createdAt() : started,
          SecretNames.MASK);
    }
  }

  private static final View<Details> REQUEST =
      View.<Details>of("WebhookRequest")
          .text("method", d -> "POST", "the HTTP method")
          .text("url", d -> d.webhook.settings().url(), "the webhook's present URL")
          .key(
              "headers",
              Details::headers,
              Schema.map(Schema.text()),
              "the headers of the latest attempt; the signature is shown as ***")
          .raw("body", d -> d.delivery.payload.body(), "the body");
  private static final View<Attempt> RESPONSE =
      View.<Attempt>of("WebhookResponse")
          .integer("attempt", Attempt::totalAttempts, "the number of the attempt")
          .word("status", Attempt::status, AttemptStatus.class, "the outcome of the attempt")
          .timeOrNull("startedAt", Attempt::startedAt, "when it was sent")
          .integerOrNull(
              "durationMs", a -> JobJson.millis(a.duration()), "how long the receiver took")
          .text(
              "text",
              WebhookDeliveryRoutes::answered,
              "what the receiver answered: its status and the first KiB of the body, or why there"
                  + " is no answer");
  private static final View<Details> DETAILS =
      View.<Details>of("WebhookDeliveryDetails")
          .with(DELIVERY, Details::delivery)
          .object("request", d -> d, REQUEST, "what is sent")
          .list(
              "responses",
              Details::attempts,
              RESPONSE,
              "the latest attempts, at most " + SHOWN_ATTEMPTS + ", oldest first");

  private static final Field<JobId> DELIVERY_ID =
      Fields.uuid("delivery", "the delivery's id", JobId::parse);
  private static final Field<JobId> CURSOR =
      Field.text("cursor", "`next` of the previous page", JobId::parse);
  private static final int LOOKED_AT_TOGETHER = 200;
  private static final int LOOKS = 5;

  List<Route> routes() {
    return List.of(
        WebhookRoutes.one(
                Route.get(WebhookRoutes.PATH + "/{id}/deliveries", "listWebhookDeliveries")
                    .summary(
                        "Lists a webhook's deliveries, newest first; a short page may have a next page"))
            .query(Fields.LIMIT, CURSOR)
            .large()
            .answers(200, Schema.page(DELIVERY))
            .by(this::list),
        WebhookRoutes.one(
                Route.get(WebhookRoutes.PATH + "/{id}/deliveries/{delivery}", "getWebhookDelivery")
                    .summary("Shows a delivery with its request and the receiver's responses"))
            .at(DELIVERY_ID)
            .large()
            .answers(200, DETAILS)
            .by(this::get),
        WebhookRoutes.changing(
                Route.post(
                        WebhookRoutes.PATH + "/{id}/deliveries/{delivery}/redeliver",
                        "redeliverWebhook")
                    .summary(
                        "Sends a delivered message again, as a new delivery with the same message"
                            + " id; one that failed is retried or redriven as a job"))
            .at(DELIVERY_ID)
            .audited("webhook.redeliver")
            .answers(202, DELIVERY)
            .problems(409, 429)
            .by(this::redeliver),
        WebhookRoutes.changing(
                Route.post(WebhookRoutes.PATH + "/{id}/test", "testWebhook")
                    .summary("Sends a webhook.test event to a webhook"))
            .audited("webhook.test")
            .answers(202, DELIVERY)
            .problems(409, 429)
            .by(this::test));
  }

  private Reply test(Request request) {
    Webhook webhook = WebhookRoutes.find(webhooks, request).webhook();
    return send(webhook, webhooks.deliveries().forTest(webhook, store.now()));
  }

  private Reply redeliver(Request request) {
    Webhook webhook = WebhookRoutes.find(webhooks, request).webhook();
    Delivery sent = find(webhook, request);
    if (sent.job.state() != JobState.SUCCEEDED) {
      throw Problem.conflict(
          "delivery " + sent.job.id() + " was not delivered; retry or redrive it as a job",
          sent.job.state().name());
    }
    return send(webhook, webhooks.deliveries().again(webhook, sent.payload));
  }

  private Reply get(Request request) {
    Webhook webhook = WebhookRoutes.find(webhooks, request).webhook();
    Delivery found = find(webhook, request);
    List<Attempt> attempts = store.queries().attempts(found.job.id(), SHOWN_ATTEMPTS);
    return Reply.ok(DETAILS.json(new Details(found, webhook, attempts)));
  }

  private Delivery find(Webhook webhook, Request request) {
    JobId id = request.path(DELIVERY_ID);
    return store
        .queries()
        .job(id)
        .filter(job -> job.type().equals(WebhookDelivery.TYPE))
        .filter(job -> job.tenant().equals(webhook.tenant()))
        .flatMap(job -> ofWebhook(job, webhook))
        .orElseThrow(() -> Problem.notFound("delivery " + id));
  }

  private Reply send(Webhook webhook, NewJob test) {
    if (!webhook.settings().enabled()) {
      throw Problem.conflict("webhook " + webhook.id() + " is disabled", "DISABLED");
    }
    quotas.delivery(webhook.tenant());
    store.enqueue(List.of(test));
    Job job = store.queries().job(test.id()).orElseThrow();
    return Reply.json(202, DELIVERY.json(Delivery.of(job)))
        .header("Location", "/api/v1/jobs/" + job.id());
  }

  /**
   * Jobs cannot be queried by payload, so this scans the tenant's deliveries since the webhook was
   * created: in batches, and a limited number per response.
   */
  private Reply list(Request request) {
    StoredWebhook webhook = WebhookRoutes.find(webhooks, request);
    int limit = request.query().get(Fields.LIMIT, Limits.DEFAULT_PAGE);
    PageReply items = new PageReply();
    JobId last = request.query().get(CURSOR);
    boolean more = true;
    for (int look = 0; look < LOOKS && more && items.size() < limit; look++) {
      JobPage page = store.queries().list(filter(webhook.webhook(), last));
      more = page.next() != null;
      for (Job job : page.items()) {
        Optional<ObjectNode> shown = ofWebhook(job, webhook.webhook()).map(DELIVERY::json);
        if (shown.isPresent() && (items.size() == limit || !items.add(shown.get()))) {
          return items.reply(String.valueOf(last));
        }
        last = job.id();
      }
    }
    return items.reply(more && last != null ? last.toString() : null);
  }

  /**
   * Returns a job as a delivery to a webhook; empty if it is a delivery to another webhook, or not
   * a delivery: programs that use the library can enqueue any job of this type.
   */
  private static Optional<Delivery> ofWebhook(Job job, Webhook webhook) {
    try {
      Delivery delivery = Delivery.of(job);
      return delivery.payload.webhook().equals(webhook.id())
          ? Optional.of(delivery)
          : Optional.empty();
    } catch (IllegalArgumentException | JacksonException e) {
      return Optional.empty();
    }
  }

  private static JobFilter filter(Webhook webhook, @Nullable JobId last) {
    JobFilter filter =
        JobFilter.all(LOOKED_AT_TOGETHER)
            .type(WebhookDelivery.TYPE)
            .tenant(webhook.tenant())
            .createdFrom(webhook.createdAt());
    return last == null ? filter : filter.before(last);
  }

  private static String answered(Attempt attempt) {
    String message = attempt.message();
    return message == null ? String.join("\n", attempt.log()) : message;
  }

  private static @Nullable Integer status(@Nullable Payload result, @Nullable JobError error) {
    if (result != null) {
      JsonNode status = Json.read(result.json()).path("status");
      return status.isInt() ? status.intValue() : null;
    }
    Matcher type = STATUS_TYPE.matcher(error == null ? "" : error.type());
    return type.matches() ? Integer.valueOf(type.group(1)) : null;
  }
}
