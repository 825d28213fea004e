package io.taskforge.server.webhook;

import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.job.JobId;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.queue.QueueSettings;
import io.taskforge.retry.DeadLetterOn;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.server.secret.SecretBox;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentPage;
import io.taskforge.store.JobStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores webhooks as documents. A change applies to the next job that ends. Thread-safe. */
public final class Webhooks implements AutoCloseable {
  /** The maximum number of webhooks of a tenant, and so of deliveries of one event. */
  public static final int MAX_PER_TENANT = 100;

  /** The maximum number of rotated secrets that still sign. */
  public static final int MAX_OLD_SECRETS = SigningSecrets.MAX_OLD;

  private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);

  private final JobStore store;
  private final SecretBox box;
  private final RandomGenerator random;
  private final Supplier<JobId> ids;
  private final WebhookCatalog catalog;
  private final Object creating = new Object();
  // Webhooks with an unreadable old secret, to log each once.
  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  private Webhooks(JobStore store, SecretBox box, RandomGenerator random, Supplier<JobId> ids) {
    this.store = store;
    this.box = box;
    this.random = random;
    this.ids = ids;
    catalog = WebhookCatalog.open(store.documents());
  }

  /**
   * Opens the webhooks of a store: creates their queue if necessary, and polls for changes by other
   * nodes until it is closed.
   *
   * @param random must be cryptographically secure
   */
  public static Webhooks open(
      JobStore store, SecretBox box, RandomGenerator random, Supplier<JobId> ids) {
    putQueue(store);
    return new Webhooks(store, box, random, ids);
  }

  /** Keeps existing settings of the queue. */
  private static void putQueue(JobStore store) {
    if (store.queue(WebhookDelivery.QUEUE).isEmpty()) {
      var ignored =
          store.replaceQueue(
              WebhookDelivery.QUEUE,
              0,
              QueueSettings.NONE
                  .retryPolicy(PolicyChoice.named("webhook"))
                  .deadLetterQueue(WebhookDelivery.DEAD)
                  .deadLetterOn(DeadLetterOn.ALL));
    }
  }

  /** A webhook with its new secret, which is shown once. */
  public record WithSecret(StoredWebhook stored, String secret) {
    @Override
    public String toString() {
      return "WithSecret[" + stored.webhook().id() + "]";
    }
  }

  public WebhookDeliveries deliveries() {
    return new WebhookDeliveries(catalog, ids);
  }

  /**
   * Creates a webhook; empty if the tenant has reached its quota. Counts again afterwards and
   * deletes the webhook if other nodes created too many at the same time.
   */
  public Optional<WithSecret> create(TenantId tenant, WebhookSettings settings) {
    synchronized (creating) {
      if (count(tenant) >= MAX_PER_TENANT) {
        return Optional.empty();
      }
      putQueue(store);
      WithSecret made = stored(tenant, settings);
      if (count(tenant) > MAX_PER_TENANT) {
        delete(made.stored());
        return Optional.empty();
      }
      refresh();
      return Optional.of(made);
    }
  }

  private long count(TenantId tenant) {
    return store.documents().count(DocumentKind.WEBHOOK, tenant);
  }

  private WithSecret stored(TenantId tenant, WebhookSettings settings) {
    String secret = WebhookSignature.newSecret(random);
    while (true) {
      Webhook webhook =
          new Webhook(
              "wh_" + ids.get().toString().replace("-", ""),
              tenant,
              settings,
              store.now(),
              null,
              SigningSecrets.of(box.seal(secret)));
      Optional<Document> made =
          store.documents().create(key(tenant, webhook.id()), WebhookJson.write(webhook), null);
      if (made.isPresent()) {
        return new WithSecret(WebhookJson.read(made.get()), secret);
      }
    }
  }

  /**
   * Returns a page of webhooks, by tenant and id.
   *
   * @param tenant null for all tenants
   * @param after the previous page's {@code next}, or null
   */
  public Page list(@Nullable TenantId tenant, @Nullable DocumentKey after, int limit) {
    DocumentPage page = store.documents().list(DocumentKind.WEBHOOK, tenant, after, limit);
    return new Page(page.items().stream().map(WebhookJson::read).toList(), page.next());
  }

  /**
   * @param next the cursor of the next page, or null
   */
  public record Page(List<StoredWebhook> items, @Nullable DocumentKey next) {}

  public Optional<StoredWebhook> find(TenantId tenant, String id) {
    return store.documents().find(key(tenant, id)).map(WebhookJson::read);
  }

  /** Replaces that version (compare-and-set); empty if it was changed or deleted meanwhile. */
  public Optional<StoredWebhook> replace(StoredWebhook before, WebhookSettings settings) {
    return replace(before, webhook -> webhook.withSettings(settings));
  }

  /** Deletes that version; false if it was changed or deleted meanwhile. */
  public boolean delete(StoredWebhook before) {
    boolean gone =
        store
            .documents()
            .delete(key(before.webhook().tenant(), before.webhook().id()), before.version());
    refresh();
    return gone;
  }

  /** Returns until when the secret can't be rotated because too many old ones sign; or empty. */
  public Optional<Instant> noRotationUntil(StoredWebhook before) {
    return before.webhook().secrets().fullUntil(store.now());
  }

  /**
   * Rotates the secret of that version; the old one also signs for another day.
   *
   * @throws IllegalStateException if too many old secrets still sign
   */
  public Optional<WithSecret> rotate(StoredWebhook before) {
    String secret = WebhookSignature.newSecret(random);
    String sealed = box.seal(secret);
    Instant now = store.now();
    return replace(before, webhook -> webhook.with(webhook.secrets().rotated(sealed, now)))
        .map(stored -> new WithSecret(stored, secret));
  }

  /** Disables a webhook; false if it was disabled, deleted or given another URL meanwhile. */
  boolean switchOff(Webhook called, String reason) {
    while (true) {
      Optional<StoredWebhook> now = find(called.tenant(), called.id());
      if (now.isEmpty()
          || !now.get().webhook().settings().enabled()
          || !now.get().webhook().settings().url().equals(called.settings().url())) {
        return false;
      }
      if (replace(now.get(), webhook -> webhook.switchedOff(store.now(), reason)).isPresent()) {
        return true;
      }
    }
  }

  /**
   * Returns the secrets that sign now, the current one first. Skips an old one that can't be
   * decrypted, because receivers that use the current one must still get deliveries.
   *
   * @throws IllegalArgumentException if the current one can't be decrypted
   */
  List<String> secrets(Webhook webhook, Instant now) {
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

  private Optional<StoredWebhook> replace(StoredWebhook before, UnaryOperator<Webhook> change) {
    Webhook webhook = before.webhook();
    Optional<StoredWebhook> now =
        store
            .documents()
            .replace(
                key(webhook.tenant(), webhook.id()),
                before.version(),
                WebhookJson.write(change.apply(webhook)),
                null)
            .map(WebhookJson::read);
    refresh();
    return now;
  }

  /** A failure must not fail the change, which is stored; the catalog polls again in a second. */
  private void refresh() {
    try {
      catalog.refresh();
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e))
          .log("webhooks not read after a change, will retry: {}", e.getMessage());
    }
  }

  /** Returns a webhook's document key, which is also the cursor of a list. */
  public static DocumentKey key(TenantId tenant, String id) {
    return new DocumentKey(DocumentKind.WEBHOOK, tenant, id);
  }

  @Override
  public void close() {
    catalog.close();
  }
}
