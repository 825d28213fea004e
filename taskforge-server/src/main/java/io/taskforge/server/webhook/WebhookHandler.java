package io.taskforge.server.webhook;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobHandler;
import io.taskforge.job.Outcome;
import io.taskforge.server.audit.AuditNote;
import io.taskforge.server.audit.AuditRecorder;
import io.taskforge.server.outbound.CallResponse;
import io.taskforge.server.outbound.HttpCall;
import io.taskforge.server.outbound.HttpCaller;
import io.taskforge.server.outbound.OverloadBackoff;
import io.taskforge.server.outbound.TargetUrl;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Runs {@link WebhookDelivery} jobs: sends a signed message to the webhook's current URL. A 2xx
 * response is success, 410 disables the webhook, and everything else is retried by the policy.
 *
 * @param clock the store's clock
 * @param version TaskForge's version, for the User-Agent header
 * @param later snoozes deliveries while this node is overloaded
 * @param auditor records that a receiver disabled its webhook
 */
public record WebhookHandler(
    HttpCaller caller,
    Webhooks webhooks,
    InstantSource clock,
    String version,
    OverloadBackoff later,
    AuditRecorder auditor)
    implements JobHandler<JsonNode> {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookHandler.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(15);
  private static final int GONE = 410;
  private static final Set<Integer> OVERLOADED = Set.of(429, 503);
  private static final ErrorType NO_SECRET = ErrorType.of("webhook_secret_unreadable");

  @Override
  public Outcome handle(JsonNode payload, JobContext context) throws InterruptedException {
    WebhookDelivery delivery = WebhookDelivery.read(payload);
    Optional<StoredWebhook> found = webhooks.find(context.tenant(), delivery.webhook());
    if (found.isEmpty()) {
      return Outcome.discard("webhook " + delivery.webhook() + " was deleted");
    }
    Webhook webhook = found.get().webhook();
    if (!webhook.settings().enabled()) {
      return Outcome.discard("webhook " + webhook.id() + " is disabled");
    }
    CallResponse answer;
    try {
      answer = send(webhook, delivery, context);
    } catch (HandlerFailure e) {
      return later.of(e);
    }
    // Worded differently than for HTTP jobs, to keep them in separate failure groups.
    String from = "the receiver at " + host(webhook) + " answered HTTP " + answer.status();
    context.log(from + " in " + DurationText.forPeople(answer.duration()) + answer.tail());
    if (answer.isSuccess()) {
      return Outcome.done(Map.of("status", answer.status()));
    }
    if (answer.status() == GONE) {
      String reason = from + ": it wants no more deliveries";
      if (webhooks.switchOff(webhook, reason)) {
        recordDisabled(webhook, reason);
      }
      return Outcome.discard(
          reason + "; webhook " + webhook.id() + " was disabled",
          Map.of("status", answer.status()));
    }
    throw failure(from, answer);
  }

  /** Logs and audits it, because no operator requested it. */
  private void recordDisabled(Webhook webhook, String reason) {
    LOG.atWarn()
        .addKeyValue("tenantId", webhook.tenant())
        .addKeyValue("webhookId", webhook.id())
        .log("webhook {} was disabled: {}", webhook.id(), reason);
    auditor.byItself(
        new AuditNote("webhook.disable", webhook.id()).of(webhook.tenant()).fact("reason", reason));
  }

  private CallResponse send(Webhook webhook, WebhookDelivery delivery, JobContext context)
      throws InterruptedException {
    Instant now = clock.instant();
    List<String> secrets = secrets(webhook, now);
    String signature = WebhookSignature.of(secrets, delivery.message(), now, delivery.body());
    List<String> masked = new ArrayList<>(List.of(signature));
    secrets.forEach(secret -> masked.addAll(List.of(secret, WebhookSignature.encodedKey(secret))));
    return caller.call(
        new HttpCall(
            context.tenant(),
            TargetUrl.parse(webhook.settings().url()),
            "POST",
            headers(delivery, context, now, signature),
            masked,
            delivery.body(),
            TIMEOUT));
  }

  private Map<String, String> headers(
      WebhookDelivery delivery, JobContext context, Instant now, String signature) {
    Map<String, String> headers = new LinkedHashMap<>(Map.of("User-Agent", "TaskForge/" + version));
    headers.putAll(delivery.headers(context.attempt(), now, signature));
    context.trace().ifPresent(trace -> headers.putAll(trace.headers()));
    return headers;
  }

  /** Retried, because a missing encryption key may be configured again. */
  private List<String> secrets(Webhook webhook, Instant now) {
    try {
      return webhooks.secrets(webhook, now);
    } catch (IllegalArgumentException e) {
      throw withoutStack(HandlerFailure.of(NO_SECRET, String.valueOf(e.getMessage())));
    }
  }

  /** Every status is retried, because a receiver that responds 400 may be fixed soon. */
  private HandlerFailure failure(String from, CallResponse answer) {
    HandlerFailure failure = answer.failure(from, clock);
    return OVERLOADED.contains(answer.status()) ? failure : failure.kind(FailureKind.TRANSIENT);
  }

  /** Drops the stack trace, which says nothing about the cause. */
  private static HandlerFailure withoutStack(HandlerFailure failure) {
    failure.setStackTrace(new StackTraceElement[0]);
    return failure;
  }

  private static String host(Webhook webhook) {
    return TargetUrl.parse(webhook.settings().url()).hostAndPort();
  }
}
