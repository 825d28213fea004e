package io.taskforge.server.webhook;

import io.taskforge.job.TenantId;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A subscription of a URL to events of a tenant's jobs and alerts.
 *
 * @param id begins with {@code wh_}
 * @param tenant its tenant, whose events it receives
 * @param off when and why its receiver disabled it, or null
 */
public record Webhook(
    String id,
    TenantId tenant,
    WebhookSettings settings,
    Instant createdAt,
    @Nullable SwitchedOff off,
    SigningSecrets secrets) {
  public record SwitchedOff(Instant at, String reason) {}

  /** Returns until when deliveries are also signed with a rotated secret. */
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
