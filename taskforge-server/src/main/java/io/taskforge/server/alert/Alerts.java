package io.taskforge.server.alert;

import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.server.alert.Alert.Acknowledgement;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores alerts as documents: open ones, and resolved ones for a retention period. Thread-safe. */
public record Alerts(JobStore store) {
  private static final Logger LOG = LoggerFactory.getLogger(Alerts.class);

  static final Duration RETENTION = Duration.ofDays(30);

  static final int MAX_RESOLVED = 2_000;

  /** The maximum for one tenant, so that its history doesn't evict that of others. */
  static final int MAX_RESOLVED_PER_TENANT = 500;

  private static final int EXPIRE_BATCH = 100;

  /** Open alerts first, then newest first. */
  public static final Comparator<Alert> ORDER =
      Comparator.comparing((Alert alert) -> !alert.isOpen())
          .thenComparing(Alert::raisedAt, Comparator.reverseOrder())
          .thenComparing(Alert::id);

  /**
   * Returns alerts: open ones first, then newest first.
   *
   * @param tenant null for all tenants
   */
  public List<Alert> all(@Nullable TenantId tenant) {
    List<Alert> all = new ArrayList<>();
    store
        .documents()
        .forEach(DocumentKind.ALERT, tenant, document -> read(document).ifPresent(all::add));
    all.sort(ORDER);
    return all;
  }

  /** Skips an unreadable alert, so that the others are still shown. */
  private static Optional<Alert> read(Document document) {
    try {
      return Optional.of(AlertJson.read(document.json()));
    } catch (RuntimeException e) {
      LOG.error("{} is unreadable, skipped", document.key(), e);
      return Optional.empty();
    }
  }

  List<Alert> open() {
    return all(null).stream().filter(Alert::isOpen).toList();
  }

  /**
   * @param tenant the tenant it must belong to; null for any
   */
  public Optional<Alert> find(String id, @Nullable TenantId tenant) {
    return tenant == null
        ? all(null).stream().filter(alert -> alert.id().equals(id)).findAny()
        : store.documents().find(key(tenant, id)).map(document -> AlertJson.read(document.json()));
  }

  /**
   * Acknowledges or snoozes an open alert. The first acknowledgement is kept; a snooze can be
   * replaced. A resolved alert is returned unchanged. Empty if there is no such alert.
   *
   * @param tenant the tenant it must belong to; null for any
   * @param snooze how long the alert needs no attention; null for as long as it is open
   */
  public Optional<Alert> acknowledge(
      String id,
      @Nullable TenantId tenant,
      String by,
      @Nullable String note,
      @Nullable Duration snooze) {
    TenantId owner = tenant == null ? find(id, null).map(Alert::tenant).orElse(null) : tenant;
    if (owner == null) {
      return Optional.empty();
    }
    return change(
        key(owner, id),
        alert -> {
          Acknowledgement before = alert.acknowledgement();
          if (!alert.isOpen() || (before != null && !before.isSnooze())) {
            return alert;
          }
          Instant now = store.now();
          Instant until = snooze == null ? null : now.plus(snooze);
          return alert.acknowledged(new Acknowledgement(now, by, note, until));
        });
  }

  /**
   * Stores alerts. Where an alert is already open for the same condition, that one is returned
   * instead: the node that raised it may have crashed before it reported it.
   */
  List<Alert> raise(List<Alert> wanted) {
    if (wanted.isEmpty()) {
      return List.of();
    }
    List<Alert> known = all(null);
    Map<Condition, Alert> open =
        known.stream()
            .filter(Alert::isOpen)
            .collect(Collectors.toMap(Alert::condition, alert -> alert, (one, other) -> one));
    List<Alert> raised = new ArrayList<>();
    for (Alert alert : wanted) {
      Alert same = open.get(alert.condition());
      raised.add(same == null ? create(alert) : same);
    }
    excess(known).forEach(this::delete);
    return raised;
  }

  /** Returns the resolved alerts that exceed the limit of their tenant or of all. */
  private static List<Alert> excess(List<Alert> known) {
    List<Alert> excess = new ArrayList<>();
    Map<TenantId, Integer> kept = new HashMap<>();
    int all = 0;
    for (Alert alert : known) {
      if (alert.isOpen()) {
        continue;
      }
      if (all >= MAX_RESOLVED || kept.getOrDefault(alert.tenant(), 0) >= MAX_RESOLVED_PER_TENANT) {
        excess.add(alert);
      } else {
        all++;
        kept.merge(alert.tenant(), 1, Integer::sum);
      }
    }
    return excess;
  }

  private Alert create(Alert alert) {
    return store
            .documents()
            .create(key(alert.tenant(), alert.id()), Json.write(AlertJson.VIEW.json(alert)), null)
            .isPresent()
        ? alert
        : find(alert.id(), alert.tenant()).orElse(alert);
  }

  /** Resolves an alert; empty if there is no such alert. */
  Optional<Alert> resolve(TenantId tenant, String id, Instant now) {
    return change(key(tenant, id), alert -> alert.isOpen() ? alert.resolved(now) : alert);
  }

  void expire() {
    for (Document due : store.documents().due(DocumentKind.ALERT, EXPIRE_BATCH)) {
      boolean ignored = store.documents().delete(due.key(), due.version());
    }
  }

  private void delete(Alert alert) {
    store
        .documents()
        .find(key(alert.tenant(), alert.id()))
        .ifPresent(
            document -> {
              boolean ignored = store.documents().delete(document.key(), document.version());
            });
  }

  private Optional<Alert> change(DocumentKey key, UnaryOperator<Alert> change) {
    while (true) {
      Optional<Document> found = store.documents().find(key);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      Alert before = AlertJson.read(found.get().json());
      Alert after = change.apply(before);
      Instant resolved = after.resolvedAt();
      if (after.equals(before)
          || store
              .documents()
              .replace(
                  found.get().key(),
                  found.get().version(),
                  Json.write(AlertJson.VIEW.json(after)),
                  resolved == null ? null : resolved.plus(RETENTION))
              .isPresent()) {
        return Optional.of(after);
      }
    }
  }

  private static DocumentKey key(TenantId tenant, String id) {
    return new DocumentKey(DocumentKind.ALERT, tenant, id);
  }
}
