package io.taskforge.server.webhook;

import io.taskforge.job.TenantId;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where news of a tenant's jobs and alerts is sent.
 *
 * @param id begins with {@code wh_}
 * @param tenant whose it is, and whose jobs and alerts it is told of
 * @param off how it was switched off by its receiver, or null
 */
public record Webhook(
    String id,
    TenantId tenant,
    WebhookSettings settings,
    Instant createdAt,
    @Nullable SwitchedOff off,
    SigningSecrets secrets) {
  /** A webhook that was switched off, when, and why. */
  public record SwitchedOff(Instant at, String reason) {}

  /** Until when deliveries are signed with an earlier secret too; empty if there is none. */
  public Optional<Instant> oldSecretUntil() {
    return secrets.oldUntil();
  }

  Webhook withSettings(WebhookSettings next) {
    return new Webhook(id, tenant, next, createdAt, next.enabled() ? null : off, secrets);
  }

  Webhook switchedOff(Instant at, String reason) {
    return new Webhook(
        id, tenant, settings.disabled(), createdAt, new SwitchedOff(at, reason), secrets);
  }

  Webhook with(SigningSecrets next) {
    return new Webhook(id, tenant, settings, createdAt, off, next);
  }
}
