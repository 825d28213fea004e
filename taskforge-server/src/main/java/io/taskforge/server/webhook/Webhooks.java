package io.taskforge.server.webhook;

import io.taskforge.job.JobId;
import io.taskforge.job.TenantId;
import io.taskforge.queue.QueueSettings;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.server.secret.SecretBox;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentPage;
import io.taskforge.store.JobStore;
import io.taskforge.store.StoreException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The webhooks of a store. What is changed here counts for the next job that ends. Thread-safe. */
public final class Webhooks implements AutoCloseable {
  /** How many webhooks a tenant may have: each job's end is told to that many at most. */
  public static final int MOST_OF_A_TENANT = 100;

  /** How many secrets that were replaced may still sign. */
  public static final int MOST_OLD_SECRETS = SigningSecrets.MOST_OLD;

  private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);

  private final JobStore store;
  private final SecretBox box;
  private final RandomGenerator random;
  private final Supplier<JobId> ids;
  private final WebhookCatalog catalog;
  private final Object creating = new Object();
  private final SigningSecretReader opened;

  private Webhooks(JobStore store, SecretBox box, RandomGenerator random, Supplier<JobId> ids) {
    this.store = store;
    this.box = box;
    opened = new SigningSecretReader(box);
    this.random = random;
    this.ids = ids;
    catalog = WebhookCatalog.open(store.documents());
  }

  /**
   * Opens the webhooks of a store: sees to it that their queue is there, and follows what other
   * nodes change until it is closed.
   *
   * @param random must be fit for secrets
   */
  public static Webhooks open(
      JobStore store, SecretBox box, RandomGenerator random, Supplier<JobId> ids) {
    putQueue(store);
    return new Webhooks(store, box, random, ids);
  }

  /** What operators have decided about the queue stays. */
  private static void putQueue(JobStore store) {
    if (store.queue(WebhookDelivery.QUEUE).isEmpty()) {
      var ignored =
          store.replaceQueue(
              WebhookDelivery.QUEUE,
              0,
              new QueueSettings(PolicyChoice.named("webhook"), WebhookDelivery.DEAD, null, null));
    }
  }

  /** A webhook whose new secret is known this once. */
  public record WithSecret(StoredWebhook stored, String secret) {
    @Override
    public String toString() {
      return "WithSecret[" + stored.webhook().id() + "]";
    }
  }

  /** Makes the deliveries to these webhooks. */
  public WebhookDeliveries deliveries() {
    return new WebhookDeliveries(catalog, ids);
  }

  /**
   * Makes a webhook; empty if its tenant has as many as it may. One at a time here; and since other
   * nodes may make one at the same moment, it is counted again, and the one too many goes.
   */
  public Optional<WithSecret> create(TenantId tenant, WebhookSettings settings) {
    synchronized (creating) {
      if (count(tenant) >= MOST_OF_A_TENANT) {
        return Optional.empty();
      }
      putQueue(store);
      WithSecret made = stored(tenant, settings);
      if (count(tenant) > MOST_OF_A_TENANT) {
        delete(made.stored());
        return Optional.empty();
      }
      readAgain();
      return Optional.of(made);
    }
  }

  private long count(TenantId tenant) {
    return store.documents().count(DocumentKind.WEBHOOK, tenant);
  }

  private WithSecret stored(TenantId tenant, WebhookSettings settings) {
    String secret = WebhookSecret.random(random);
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
   * Returns webhooks by tenant and id, one page at a time.
   *
   * @param tenant whose; null for everybody's
   * @param after the page before's next, or null
   */
  public Page list(@Nullable TenantId tenant, @Nullable DocumentKey after, int limit) {
    DocumentPage page = store.documents().list(DocumentKind.WEBHOOK, tenant, after, limit);
    return new Page(page.items().stream().map(WebhookJson::read).toList(), page.next());
  }

  /**
   * One page of webhooks.
   *
   * @param next the cursor of the next page, or null
   */
  public record Page(List<StoredWebhook> items, @Nullable DocumentKey next) {}

  /** Returns a webhook as it stands. */
  public Optional<StoredWebhook> find(TenantId tenant, String id) {
    return store.documents().find(key(tenant, id)).map(WebhookJson::read);
  }

  /** Changes exactly that version; empty if it has changed or gone. */
  public Optional<StoredWebhook> replace(StoredWebhook before, WebhookSettings settings) {
    return replace(before, webhook -> webhook.withSettings(settings));
  }

  /** Removes exactly that version; false if it has changed or gone. */
  public boolean delete(StoredWebhook before) {
    boolean gone =
        store
            .documents()
            .delete(key(before.webhook().tenant(), before.webhook().id()), before.version());
    readAgain();
    return gone;
  }

  /** Until when that version can't have a new secret, since too many old ones sign; or empty. */
  public Optional<Instant> noRotationUntil(StoredWebhook before) {
    return before.webhook().secrets().fullUntil(store.now());
  }

  /**
   * Gives exactly that version a new secret; the old one signs as well for another day.
   *
   * @throws IllegalStateException if it must not have one yet
   */
  public Optional<WithSecret> rotate(StoredWebhook before) {
    String secret = WebhookSecret.random(random);
    String sealed = box.seal(secret);
    Instant now = store.now();
    return replace(before, webhook -> webhook.with(webhook.secrets().rotated(sealed, now)))
        .map(stored -> new WithSecret(stored, secret));
  }

  /** Switches a webhook off; false if it was off, gone, or changed to another URL meanwhile. */
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
   * Returns the secrets that sign now.
   *
   * @throws IllegalArgumentException if the current one can't be opened
   */
  List<String> secrets(Webhook webhook, Instant now) {
    return opened.of(webhook, now);
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
    readAgain();
    return now;
  }

  /** What was written must be answered, whatever comes now: the timer reads again in a second. */
  private void readAgain() {
    try {
      catalog.refresh();
    } catch (StoreException e) {
      LOG.atLevel(e.logLevel())
          .log("webhooks not read after a change, will retry: {}", e.getMessage());
    }
  }

  /** Where a webhook is stored: the cursor of a list. */
  public static DocumentKey key(TenantId tenant, String id) {
    return new DocumentKey(DocumentKind.WEBHOOK, tenant, id);
  }

  @Override
  public void close() {
    catalog.close();
  }
}
