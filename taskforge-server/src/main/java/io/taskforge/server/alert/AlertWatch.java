package io.taskforge.server.alert;

import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.engine.loop.Turn;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.store.Document;
import io.taskforge.store.JobStore;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Evaluates the alert rules for all queues and destinations at regular intervals, and raises and
 * resolves alerts. Every node has one, and one node at a time evaluates: the one that claims the
 * {@link WatchDocument}. If that node crashes, its claim expires and another node takes over.
 *
 * <p>An alert is stored first, then reported to the sinks, and noted in the document last; so is
 * its resolution. After a crash in between, the next evaluation reports again what was stored and
 * not noted. So no alert is lost, and only a crash at that moment reports one twice, under the same
 * id.
 */
public final class AlertWatch implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(AlertWatch.class);

  static final Duration INTERVAL = Duration.ofSeconds(15);

  /** How long an evaluation may take before another node takes over. */
  static final Duration LEASE = Duration.ofMinutes(1);

  private final JobStore store;
  private final List<AlertSink> sinks;
  private final RuleOverrideStore rules;
  private final Alerts alerts;
  private final WatchDocument watch;
  private final List<Consumer<Conditions>> observers = new CopyOnWriteArrayList<>();
  private volatile @Nullable Conditions latest;

  public AlertWatch(JobStore store, List<AlertSink> sinks) {
    this.store = store;
    this.sinks = List.copyOf(sinks);
    this.rules = new RuleOverrideStore(store.documents());
    this.alerts = new Alerts(store);
    this.watch = new WatchDocument(store, alerts);
  }

  /** Returns the conditions that this node read last; null if it has not read any. */
  @Nullable Conditions conditions() {
    return latest;
  }

  /** Calls {@code observer} whenever this node has read or changed the conditions. */
  void onChange(Consumer<Conditions> observer) {
    observers.add(observer);
  }

  private void update(Conditions conditions) {
    latest = conditions;
    observers.forEach(observer -> observer.accept(conditions));
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
      update(before);
      Instant dueAt = found.get().dueAt();
      if (dueAt != null && dueAt.isAfter(now)) {
        Duration wait = Duration.between(now, dueAt);
        return wait.compareTo(INTERVAL) < 0 ? wait : INTERVAL;
      }
      Optional<Document> claimed = watch.begin(found.get(), before, now.plus(LEASE));
      if (claimed.isPresent()) {
        boolean interrupted = watch.wasInterrupted(found.get());
        evaluate(claimed.get(), interrupted ? reportAgain(before) : before, now);
      }
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e)).log("alerts not evaluated, will retry: {}", e.getMessage());
    }
    return INTERVAL;
  }

  private Conditions reportAgain(Conditions before) {
    UnreportedAlerts unreported = UnreportedAlerts.of(before, alerts.all(null));
    unreported.alerts().forEach(this::report);
    return unreported.conditions();
  }

  private void evaluate(Document claimed, Conditions before, Instant now) {
    AlertDecision decision = AlertDecision.of(before, evaluations(before, now), now);
    Map<Condition, Condition.State> after = new TreeMap<>(decision.after().all());
    for (Alert alert : alerts.raise(decision.raised())) {
      after.put(alert.condition(), Condition.State.of(alert));
      report(alert);
    }
    decision
        .resolved()
        .forEach(
            (condition, id) ->
                alerts.resolve(condition.subject().tenant(), id, now).ifPresent(this::report));
    int heldBack = decision.after().heldBack();
    if (heldBack > 0 && before.heldBack() == 0) {
      LOG.warn(
          "{} alerts are open, which is the limit; {} more conditions have no alert",
          decision.after().open(condition -> true),
          heldBack);
    }
    alerts.expire();
    Conditions conditions = new Conditions(after, heldBack);
    if (watch.end(claimed, conditions, now.plus(INTERVAL)).isPresent()) {
      update(conditions);
    } else {
      LOG.warn("alerts evaluated too slowly, another node evaluated them too");
    }
  }

  private List<Evaluation> evaluations(Conditions before, Instant now) {
    RuleOverrides overrides = rules.read();
    Set<AlertSubject> known =
        before.all().keySet().stream().map(Condition::subject).collect(Collectors.toSet());
    Map<Optional<QueueName>, Map<AlertRule, RuleSettings>> settings = new HashMap<>();
    List<Evaluation> evaluations = new ArrayList<>();
    Stream.concat(
            QueueFigures.read(store, overrides.windows(), known, now).stream(),
            DestinationFigures.read(store, known, now))
        .forEach(
            figures ->
                settings
                    .computeIfAbsent(
                        Optional.ofNullable(figures.subject().queue()),
                        queue -> overrides.allSettings(queue.orElse(null)))
                    .forEach(
                        (rule, here) -> {
                          Evaluation evaluation = Evaluation.of(rule, figures, here);
                          // With many tenants, most conditions are clear and were clear before.
                          if (evaluation.isAbove()
                              || before.all().containsKey(evaluation.condition())) {
                            evaluations.add(evaluation);
                          }
                        }));
    return evaluations;
  }

  private void report(Alert alert) {
    for (AlertSink sink : sinks) {
      try {
        sink.report(alert);
      } catch (StoreException e) {
        throw e; // the document is not updated then, and the next evaluation reports again
      } catch (RuntimeException e) { // a failing sink must not stop the others
        LOG.error("alert {} not reported by a sink", alert.id(), e);
      }
    }
  }
}
