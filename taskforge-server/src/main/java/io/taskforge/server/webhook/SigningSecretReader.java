package io.taskforge.server.webhook;

import io.taskforge.server.secret.SecretBox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decrypts the signing secrets of webhooks. Thread-safe. */
final class SigningSecretReader {
  private static final Logger LOG = LoggerFactory.getLogger(SigningSecretReader.class);

  private final SecretBox box;
  // Webhooks that were warned about, to log each once.
  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  SigningSecretReader(SecretBox box) {
    this.box = box;
  }

  /**
   * Returns the secrets that sign now, the current one first. Skips an old one that can't be
   * decrypted, because receivers that use the current one must still get deliveries.
   *
   * @throws IllegalArgumentException if the current one can't be decrypted
   */
  List<String> of(Webhook webhook, Instant now) {
    List<String> opened = new ArrayList<>();
    opened.add(box.open(webhook.secrets().current()));
    for (SigningSecrets.Old old : webhook.secrets().oldAt(now)) {
      try {
        opened.add(box.open(old.sealed()));
      } catch (IllegalArgumentException e) {
        if (warned.add(webhook.id())) {
          LOG.atWarn()
              .addKeyValue("tenantId", webhook.tenant())
              .addKeyValue("webhookId", webhook.id())
              .log(
                  "old webhook secret unreadable, deliveries not signed with it: {}",
                  e.getMessage());
        }
      }
    }
    return opened;
  }
}
