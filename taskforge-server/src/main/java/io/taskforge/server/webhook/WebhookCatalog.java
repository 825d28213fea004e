package io.taskforge.server.webhook;

import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The enabled webhooks by tenant, cached and read every second, so that a transaction that ends a
 * job does not query the store for subscribers. Thread-safe.
 */
final class WebhookCatalog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookCatalog.class);
  private static final int CLOSE_MILLIS = 500;

  private final DocumentStore documents;
  private volatile Map<TenantId, List<Webhook>> enabled = Map.of();
  private volatile List<Webhook> ofAllTenants = List.of();
  private Map<DocumentKey, StoredWebhook> known = Map.of(); // guarded by this
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, WebhookCatalog::daemon);
  private boolean failed; // used by the timer's one thread only

  private WebhookCatalog(DocumentStore documents) {
    this.documents = documents;
  }

  /** Reads the webhooks, and again every second until it is closed. */
  static WebhookCatalog open(DocumentStore documents) {
    WebhookCatalog catalog = new WebhookCatalog(documents);
    catalog.refresh();
    var ignored = catalog.timer.scheduleWithFixedDelay(catalog::poll, 1, 1, TimeUnit.SECONDS);
    return catalog;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "taskforge-webhooks");
    thread.setDaemon(true);
    return thread;
  }

  /** Catches everything, because a timer drops a task that throws. */
  private void poll() {
    try {
      refresh();
      failed = false;
    } catch (StoreException e) {
      LOG.atLevel(failed ? Level.DEBUG : StoreLogLevel.of(e))
          .log("webhooks not read, the last known remain in force: {}", e.getMessage());
      failed = true;
    } catch (RuntimeException e) {
      LOG.error("webhooks not read, the last known remain in force", e);
    }
  }

  List<Webhook> of(TenantId tenant) {
    return enabled.getOrDefault(tenant, List.of());
  }

  /** Returns the enabled webhooks that receive the alerts of all tenants. */
  List<Webhook> ofAllTenants() {
    return ofAllTenants;
  }

  /**
   * Reads the webhooks again. One at a time, so that an older result never replaces a newer one.
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

  /** Skips an unreadable webhook, so that the others still receive deliveries. */
  private static void add(Document document, Map<DocumentKey, StoredWebhook> read) {
    try {
      read.put(document.key(), WebhookJson.read(document));
    } catch (RuntimeException e) {
      LOG.warn(
          "webhook {} is unreadable and receives no deliveries: {}", document.key(), e.toString());
    }
  }

  private static Map<TenantId, List<Webhook>> byTenant(Map<DocumentKey, StoredWebhook> all) {
    return all.values().stream()
        .map(StoredWebhook::webhook)
        .filter(webhook -> webhook.settings().enabled())
        .collect(Collectors.groupingBy(Webhook::tenant));
  }

  /** Lets a read in progress finish first, because the store may be closed next. */
  @Override
  public void close() {
    timer.shutdown();
    try {
      if (!timer.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
        timer.shutdownNow();
      }
    } catch (InterruptedException e) {
      timer.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
