package io.taskforge.server.alert;

import io.taskforge.engine.Turn;
import io.taskforge.job.QueueName;
import io.taskforge.store.Document;
import io.taskforge.store.JobStore;
import io.taskforge.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at all queues now and then, and raises and resolves alerts. Every node has one, and one of
 * them looks: whoever replaces the watch's document by one that is due later. If it dies, that time
 * comes, and another looks.
 *
 * <p>An alert is stored first, then told, and noted in the document last. Who dies in between
 * leaves the next one to find the alert, and to tell of it again: nobody misses one, and only a
 * death at that moment makes one heard twice, under the same id.
 */
public final class AlertWatch implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(AlertWatch.class);

  /** How often somebody looks. */
  static final Duration INTERVAL = Duration.ofSeconds(15);

  /** How long who looks may take before another does. */
  static final Duration LEASE = Duration.ofMinutes(1);

  private final JobStore store;
  private final List<AlertSink> sinks;
  private final StoredRules rules;
  private final Alerts alerts;
  private final WatchDocument watch;
  private final FigureReader figures;
  private volatile @Nullable Courses seen;
  private int heldBack; // only turn() touches it

  /** Watches a store, and tells {@code sinks}. */
  public AlertWatch(JobStore store, List<AlertSink> sinks) {
    this.store = store;
    this.sinks = List.copyOf(sinks);
    this.rules = new StoredRules(store.documents());
    this.alerts = new Alerts(store);
    this.watch = new WatchDocument(store, alerts);
    this.figures = new FigureReader(store);
  }

  /** How many alerts of a rule were open when this node last looked; NaN if it never has. */
  public double open(AlertRule rule) {
    Courses latest = seen;
    return latest == null ? Double.NaN : (double) latest.open(rule.name());
  }

  @Override
  public Duration turn() {
    try {
      Instant now = store.now();
      Optional<Document> found = watch.find(now);
      if (found.isEmpty()) {
        return INTERVAL;
      }
      Courses before = watch.read(found.get());
      seen = before;
      Instant dueAt = found.get().dueAt();
      if (dueAt != null && dueAt.isAfter(now)) {
        return shorter(Duration.between(now, dueAt), INTERVAL);
      }
      Optional<Document> mine = watch.replace(found.get(), before, now.plus(LEASE));
      if (mine.isPresent()) {
        look(mine.get(), before, now);
      }
    } catch (StoreException e) {
      LOG.warn("nobody looks for alerts, next try in {}: {}", INTERVAL, e.getMessage());
    }
    return INTERVAL;
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  private void look(Document mine, Courses before, Instant now) {
    Decision decision = Decision.of(before, judged(before, now), now);
    Map<Condition, Course> after = new TreeMap<>(decision.after().all());
    for (Alert alert : alerts.raise(decision.raised())) {
      after.put(
          new Condition(alert.rule(), alert.queue()), new Course(alert.since(), alert.id(), null));
      tell(sink -> sink.raised(alert));
    }
    for (String id : decision.resolved()) {
      alerts.resolve(id, now).ifPresent(alert -> tell(sink -> sink.resolved(alert)));
    }
    if (decision.heldBack() > 0 && heldBack == 0) {
      LOG.warn(
          "{} alerts are open, and {} more are not raised before others are resolved",
          Decision.MOST_OPEN,
          decision.heldBack());
    }
    heldBack = decision.heldBack();
    alerts.expire();
    Courses courses = new Courses(after);
    if (watch.replace(mine, courses, now.plus(INTERVAL)).isPresent()) {
      seen = courses;
    } else {
      LOG.warn("looking for alerts took longer than {}; another node looks too", LEASE);
    }
  }

  private List<Judged> judged(Courses before, Instant now) {
    RuleBook book = rules.read();
    Set<QueueName> known =
        before.all().keySet().stream().map(Condition::queue).collect(Collectors.toSet());
    List<Judged> judged = new ArrayList<>();
    for (QueueFigures each : figures.read(book.windows(), known, now)) {
      for (AlertRule rule : AlertRules.all()) {
        judged.add(Judged.of(rule, each, book.settings(rule, each.queue())));
      }
    }
    return judged;
  }

  @FunctionalInterface
  private interface Telling {
    void to(AlertSink sink);
  }

  private void tell(Telling telling) {
    for (AlertSink sink : sinks) {
      try {
        telling.to(sink);
      } catch (StoreException e) {
        throw e; // nothing is noted then, and who looks next tells it again
      } catch (RuntimeException e) { // one that can't be told must not keep it from the others
        LOG.error("{} was not told of an alert", sink.getClass().getSimpleName(), e);
      }
    }
  }
}
