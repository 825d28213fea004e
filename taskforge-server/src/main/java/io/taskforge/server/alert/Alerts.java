package io.taskforge.server.alert;

import io.taskforge.job.TenantId;
import io.taskforge.server.http.Json;
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

/** The alerts of a store, open ones and those of the last while. Thread-safe. */
public final class Alerts {
  private static final Logger LOG = LoggerFactory.getLogger(Alerts.class);

  /** For how long resolved alerts are kept. */
  static final Duration KEPT = Duration.ofDays(30);

  /** How many resolved alerts are kept at most. */
  static final int MOST_RESOLVED = 2_000;

  /** How many of those are one tenant's at most: its history must not push out the others'. */
  static final int MOST_RESOLVED_OF_A_TENANT = 500;

  private static final int EXPIRED_AT_ONCE = 100;

  /** Open ones first, then the latest. */
  public static final Comparator<Alert> ORDER =
      Comparator.comparing((Alert alert) -> !alert.isOpen())
          .thenComparing(Alert::raisedAt, Comparator.reverseOrder())
          .thenComparing(Alert::id);

  private final JobStore store;

  /** The alerts of {@code store}. */
  public Alerts(JobStore store) {
    this.store = store;
  }

  /**
   * Returns all, open ones first, then the latest.
   *
   * @param tenant whose; null for everybody's
   */
  public List<Alert> all(@Nullable TenantId tenant) {
    List<Alert> all = new ArrayList<>();
    store
        .documents()
        .forEach(DocumentKind.ALERT, tenant, document -> read(document).ifPresent(all::add));
    all.sort(ORDER);
    return all;
  }

  /** One that can't be read must not keep the others from being seen. */
  private static Optional<Alert> read(Document document) {
    try {
      return Optional.of(AlertJson.read(document.json()));
    } catch (RuntimeException e) {
      LOG.error("{} can't be read and is passed over", document.key(), e);
      return Optional.empty();
    }
  }

  List<Alert> open() {
    return all(null).stream().filter(Alert::isOpen).toList();
  }

  /**
   * Returns an alert.
   *
   * @param tenant whose it must be; null for anybody's
   */
  public Optional<Alert> find(String id, @Nullable TenantId tenant) {
    return tenant == null
        ? all(null).stream().filter(alert -> alert.id().equals(id)).findAny()
        : store.documents().find(at(tenant, id)).map(document -> AlertJson.read(document.json()));
  }

  /**
   * Notes that somebody looks after an alert; who did so first stays. Empty if there is none; one
   * that is resolved is returned as it is.
   *
   * @param tenant whose it must be; null for anybody's
   */
  public Optional<Alert> acknowledge(
      String id, @Nullable TenantId tenant, String by, @Nullable String note) {
    TenantId owner = tenant == null ? find(id, null).map(Alert::tenant).orElse(null) : tenant;
    if (owner == null) {
      return Optional.empty();
    }
    return change(
        at(owner, id),
        alert ->
            alert.isOpen() && alert.acknowledgedAt() == null
                ? alert.acknowledged(store.now(), by, note)
                : alert);
  }

  /**
   * Stores alerts, each unless there is one already that is open for the same: then who should have
   * told of that one may have died before, and it stands in its place in the answer.
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
    tooMany(known).forEach(this::delete);
    return raised;
  }

  /** Those that are beyond what is kept, of a tenant or of all. */
  private static List<Alert> tooMany(List<Alert> known) {
    List<Alert> tooMany = new ArrayList<>();
    Map<TenantId, Integer> kept = new HashMap<>();
    int all = 0;
    for (Alert alert : known) {
      if (alert.isOpen()) {
        continue;
      }
      if (all >= MOST_RESOLVED
          || kept.getOrDefault(alert.tenant(), 0) >= MOST_RESOLVED_OF_A_TENANT) {
        tooMany.add(alert);
      } else {
        all++;
        kept.merge(alert.tenant(), 1, Integer::sum);
      }
    }
    return tooMany;
  }

  private Alert create(Alert alert) {
    return store
            .documents()
            .create(at(alert.tenant(), alert.id()), Json.write(AlertJson.of(alert)), null)
            .isPresent()
        ? alert
        : find(alert.id(), alert.tenant()).orElse(alert);
  }

  /** Notes that all is well again; empty if there is no such alert. */
  Optional<Alert> resolve(TenantId tenant, String id, Instant now) {
    return change(at(tenant, id), alert -> alert.isOpen() ? alert.resolved(now) : alert);
  }

  /** Removes resolved alerts whose time has come. */
  void expire() {
    for (Document due : store.documents().due(DocumentKind.ALERT, EXPIRED_AT_ONCE)) {
      boolean ignored = store.documents().delete(due.key(), due.version());
    }
  }

  private void delete(Alert alert) {
    store
        .documents()
        .find(at(alert.tenant(), alert.id()))
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
                  Json.write(AlertJson.of(after)),
                  resolved == null ? null : resolved.plus(KEPT))
              .isPresent()) {
        return Optional.of(after);
      }
    }
  }

  private static DocumentKey at(TenantId tenant, String id) {
    return new DocumentKey(DocumentKind.ALERT, tenant, id);
  }
}
