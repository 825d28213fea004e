package io.taskforge.server.webhook;

import io.taskforge.server.secret.SecretBox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens what webhooks are signed with. Thread-safe. */
final class SigningSecretReader {
  private static final Logger LOG = LoggerFactory.getLogger(SigningSecretReader.class);

  private final SecretBox box;
  // Whose lost secrets were told of: once is enough, and there are no more than webhooks.
  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  SigningSecretReader(SecretBox box) {
    this.box = box;
  }

  /**
   * Returns the secrets that sign now, the current one first. An earlier one that can't be opened
   * is left out: whoever has changed over must not wait for a key that is lost.
   *
   * @throws IllegalArgumentException if the current one can't be opened
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
              .log("deliveries are not signed with an earlier secret too: {}", e.getMessage());
        }
      }
    }
    return opened;
  }
}
