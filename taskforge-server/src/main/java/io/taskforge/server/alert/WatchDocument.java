package io.taskforge.server.alert;

import io.taskforge.job.TenantId;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.JobStore;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one document that says how all conditions have gone so far, and when somebody must look
 * again. Whoever replaces its version may look.
 */
final class WatchDocument {
  /** No rule is called so. */
  static final DocumentKey KEY =
      new DocumentKey(DocumentKind.ALERT_RULE, TenantId.DEFAULT, "!watch");

  private static final Logger LOG = LoggerFactory.getLogger(WatchDocument.class);

  private final JobStore store;
  private final Alerts alerts;

  WatchDocument(JobStore store, Alerts alerts) {
    this.store = store;
    this.alerts = alerts;
  }

  /** Returns it as it stands; the first to ask makes it. Empty if another was quicker. */
  Optional<Document> find(Instant now) {
    Optional<Document> found = store.documents().find(KEY);
    return found.isPresent()
        ? found
        : store.documents().create(KEY, ConditionsJson.write(Conditions.of(alerts.open())), now);
  }

  /** Reads what it says; if nobody can, what the alerts that are open say. */
  Conditions read(Document document) {
    try {
      return ConditionsJson.read(document.json());
    } catch (RuntimeException e) {
      LOG.error("{} can't be read: what was only suspected is forgotten", KEY, e);
      return Conditions.of(alerts.open());
    }
  }

  /** Whether somebody began to look after this was read last, and never noted what came of it. */
  boolean isBrokenOff(Document document) {
    try {
      return ConditionsJson.isLooking(document.json());
    } catch (RuntimeException e) { // said when it is read
      return false;
    }
  }

  /** Notes that somebody looks, until a time. Empty if another was quicker. */
  Optional<Document> begin(Document document, Conditions before, Instant until) {
    return replace(document, ConditionsJson.writeLooking(before), until);
  }

  /** Notes what came of a look. Empty if it took so long that another looks. */
  Optional<Document> end(Document document, Conditions after, Instant nextAt) {
    return replace(document, ConditionsJson.write(after), nextAt);
  }

  private Optional<Document> replace(Document document, String json, Instant dueAt) {
    return store.documents().replace(KEY, document.version(), json, dueAt);
  }
}
