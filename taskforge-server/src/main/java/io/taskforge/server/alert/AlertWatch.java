package io.taskforge.server.alert;

import io.taskforge.engine.Turn;
import io.taskforge.job.QueueName;
import io.taskforge.store.Document;
import io.taskforge.store.JobStore;
import io.taskforge.store.StoreException;
import io.taskforge.store.TenantQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at all tenants' queues now and then, and raises and resolves alerts. Every node has one,
 * and one of them looks: whoever replaces the watch's document by one that is due later. If it
 * dies, that time comes, and another looks.
 *
 * <p>An alert is stored first, then told, and noted in the document last; so is its end. Who dies
 * in between leaves a look that broke off, and the next one tells of all that it stored and did not
 * note: nobody misses anything, and only a death at that moment makes it heard twice, under the
 * same id.
 */
public final class AlertWatch implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(AlertWatch.class);

  /** How often somebody looks. */
  static final Duration INTERVAL = Duration.ofSeconds(15);

  /** How long who looks may take before another does. */
  static final Duration LEASE = Duration.ofMinutes(1);

  private final JobStore store;
  private final List<AlertSink> sinks;
  private final RuleOverrideStore rules;
  private final Alerts alerts;
  private final WatchDocument watch;
  private final FigureReader figures;
  private final List<Consumer<Conditions>> observers = new CopyOnWriteArrayList<>();
  private volatile @Nullable Conditions seen;

  /** Watches a store, and tells {@code sinks}. */
  public AlertWatch(JobStore store, List<AlertSink> sinks) {
    this.store = store;
    this.sinks = List.copyOf(sinks);
    this.rules = new RuleOverrideStore(store.documents());
    this.alerts = new Alerts(store);
    this.watch = new WatchDocument(store, alerts);
    this.figures = new FigureReader(store);
  }

  /** How many alerts of a rule were open when this node last looked; NaN if it never has. */
  public double open(AlertRule rule) {
    Conditions latest = seen;
    return latest == null ? Double.NaN : (double) latest.open(rule.name());
  }

  /** Has {@code observer} told how things stand, whenever this node has looked. */
  void whenSeen(Consumer<Conditions> observer) {
    observers.add(observer);
  }

  private void saw(Conditions courses) {
    seen = courses;
    observers.forEach(observer -> observer.accept(courses));
  }

  @Override
  public Duration turn() {
    try {
      Instant now = store.now();
      Optional<Document> found = watch.find(now);
      if (found.isEmpty()) {
        return INTERVAL;
      }
      Conditions before = watch.read(found.get());
      saw(before);
      Instant dueAt = found.get().dueAt();
      if (dueAt != null && dueAt.isAfter(now)) {
        return shorter(Duration.between(now, dueAt), INTERVAL);
      }
      Optional<Document> mine = watch.begin(found.get(), before, now.plus(LEASE));
      if (mine.isPresent()) {
        look(mine.get(), watch.isBrokenOff(found.get()) ? tellAgain(before) : before, now);
      }
    } catch (StoreException e) {
      LOG.atLevel(e.logLevel()).log("alerts not evaluated, will retry: {}", e.getMessage());
    }
    return INTERVAL;
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  /** Does what a look that broke off left undone. */
  private Conditions tellAgain(Conditions before) {
    UnreportedAlerts aftermath = UnreportedAlerts.of(before, alerts.all(null));
    for (Alert alert : aftermath.raised()) {
      tell(sink -> sink.raised(alert));
    }
    for (Alert alert : aftermath.resolved()) {
      tell(sink -> sink.resolved(alert));
    }
    return aftermath.courses();
  }

  private void look(Document mine, Conditions before, Instant now) {
    AlertDecision decision = AlertDecision.of(before, judged(before, now), now);
    Map<Condition, ConditionState> after = new TreeMap<>(decision.after().all());
    for (Alert alert : alerts.raise(decision.raised())) {
      after.put(alert.condition(), new ConditionState(alert.since(), alert.id(), null));
      tell(sink -> sink.raised(alert));
    }
    decision
        .resolved()
        .forEach(
            (condition, id) ->
                alerts
                    .resolve(condition.place().tenant(), id, now)
                    .ifPresent(alert -> tell(sink -> sink.resolved(alert))));
    int heldBack = decision.after().heldBack();
    if (heldBack > 0 && before.heldBack() == 0) {
      LOG.warn(
          "{} alerts are open, and {} more things that are wrong wait until there is room",
          decision.after().open(condition -> true),
          heldBack);
    }
    alerts.expire();
    Conditions courses = new Conditions(after, heldBack);
    if (watch.end(mine, courses, now.plus(INTERVAL)).isPresent()) {
      saw(courses);
    } else {
      LOG.warn("alerts evaluated too slowly, another node evaluated them too");
    }
  }

  private List<Evaluation> judged(Conditions before, Instant now) {
    RuleOverrides book = rules.read();
    Set<TenantQueue> known =
        before.all().keySet().stream().map(Condition::place).collect(Collectors.toSet());
    Map<QueueName, Map<AlertRule, RuleSettings>> settings = new HashMap<>();
    List<Evaluation> judged = new ArrayList<>();
    for (QueueFigures each : figures.read(book.windows(), known, now)) {
      settings
          .computeIfAbsent(each.queue(), book::allSettings)
          .forEach(
              (rule, here) -> {
                Evaluation one = Evaluation.of(rule, each, here);
                // Most are well and were so before: with many tenants that is very much nothing.
                if (one.isOver() || before.all().containsKey(one.condition())) {
                  judged.add(one);
                }
              });
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
