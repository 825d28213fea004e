package io.taskforge.server.webhook;

import io.taskforge.job.TenantId;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The enabled webhooks by tenant, as they stood when they were last read: whoever ends a job must
 * not wait for the store to learn whether somebody is told. Thread-safe.
 */
final class WebhookCatalog {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookCatalog.class);

  private final DocumentStore documents;
  private volatile Map<TenantId, List<Webhook>> enabled = Map.of();
  private volatile List<Webhook> ofAllTenants = List.of();
  private Map<DocumentKey, StoredWebhook> known = Map.of(); // guarded by this

  WebhookCatalog(DocumentStore documents) {
    this.documents = documents;
  }

  /** Returns a tenant's enabled webhooks; empty for most. */
  List<Webhook> of(TenantId tenant) {
    return enabled.getOrDefault(tenant, List.of());
  }

  /** Returns the enabled webhooks that are told of every tenant's alerts. */
  List<Webhook> ofAllTenants() {
    return ofAllTenants;
  }

  /**
   * Reads them anew. One at a time: what was read before a change must not replace what was read
   * after it.
   */
  synchronized void refresh() {
    Map<DocumentKey, StoredWebhook> read = new HashMap<>();
    documents.forEach(
        DocumentKind.WEBHOOK,
        null,
        document -> {
          StoredWebhook before = known.get(document.key());
          if (before != null && before.version() == document.version()) {
            read.put(document.key(), before);
          } else {
            add(document, read);
          }
        });
    known = read;
    enabled = byTenant(read);
    ofAllTenants =
        enabled.values().stream()
            .flatMap(List::stream)
            .filter(webhook -> webhook.settings().allTenants())
            .toList();
  }

  /** One that can't be read must not silence the others. */
  private static void add(Document document, Map<DocumentKey, StoredWebhook> read) {
    try {
      read.put(document.key(), WebhookJson.read(document));
    } catch (RuntimeException e) {
      LOG.warn("webhook {} can't be read and is told nothing: {}", document.key(), e.toString());
    }
  }

  private static Map<TenantId, List<Webhook>> byTenant(Map<DocumentKey, StoredWebhook> all) {
    Map<TenantId, List<Webhook>> byTenant = new HashMap<>();
    all.values().stream()
        .map(StoredWebhook::webhook)
        .filter(webhook -> webhook.settings().enabled())
        .forEach(
            webhook ->
                byTenant
                    .computeIfAbsent(webhook.tenant(), tenant -> new ArrayList<>())
                    .add(webhook));
    return byTenant;
  }
}
