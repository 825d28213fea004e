package io.taskforge.server.webhook;

import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The receiver in the guide to webhooks. */
final class SnippetReceiver {
  private final com.standardwebhooks.Webhook verifier;
  private final Set<String> seen = new HashSet<>();
  final List<String> taken = new ArrayList<>();

  SnippetReceiver(String secret) throws EmptyWebhookSecretException {
    verifier = new com.standardwebhooks.Webhook(secret);
  }

  // snippet:webhook-receiver
  int receive(Map<String, List<String>> headers, String body) {
    try {
      verifier.verify(body, headers); // forged, changed, or older than five minutes: throws
    } catch (WebhookVerificationException e) {
      return 400;
    }
    if (seen.addAll(headers.getOrDefault("webhook-id", List.of()))) {
      later(body);
    }
    return 204;
  }

  // end

  private void later(String body) {
    taken.add(body);
  }
}
