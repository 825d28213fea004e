package io.taskforge.server.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One node at a time evaluates, and a crash at any point loses no alert. */
class AlertWatchTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final Duration INTERVAL = AlertWatch.INTERVAL;

  private final ManualClock clock = ManualClock.startingAt(START.toString());
  private final MemoryJobStore store = new MemoryJobStore(clock);
  private final DeadLetterJobs jobs = new DeadLetterJobs(store, clock);
  private final Alerts alerts = new Alerts(store);
  private final RecordingSink sink = new RecordingSink();
  private final AlertWatch node = new AlertWatch(store, List.of(sink));

  @BeforeEach
  void raiseDeadLetterAlertsImmediately() {
    assertThat(
            new RuleOverrideStore(store.documents())
                .put(
                    AlertRules.DEAD_LETTERS,
                    null,
                    new RuleOverride(null, null, Duration.ZERO, null, null),
                    0))
        .isPresent();
  }

  private void fill() {
    jobs.addOne();
  }

  private void empty() {
    jobs.cancelAll();
  }

  private static long openDeadLetterAlerts(AlertWatch watch) {
    return Objects.requireNonNull(watch.conditions()).open("dead-letters");
  }

  private void evaluate(AlertWatch by) {
    clock.advance(INTERVAL);
    by.turn();
  }

  @Test
  void a_node_that_crashes_while_it_evaluates_is_replaced_after_a_minute() {
    fill();
    Document mine = new WatchDocument(store, alerts).find(clock.instant()).orElseThrow();
    Optional<Document> claimed =
        new WatchDocument(store, alerts)
            .begin(mine, Conditions.NONE, clock.instant().plus(AlertWatch.LEASE));
    assertThat(claimed).isPresent();

    for (int i = 0; i < 3; i++) {
      evaluate(node);
      assertThat(sink.all()).isEmpty();
    }
    evaluate(node);

    assertThat(sink.all()).hasSize(1);
  }

  @Test
  void an_alert_stored_before_a_crash_is_reported_by_the_next_node_under_the_same_id() {
    fill();
    sink.crashes(true);
    assertThatThrownBy(node::turn).isInstanceOf(RecordingSink.Crash.class);
    List<Alert> stored = alerts.all(null);
    sink.crashes(false);

    AlertWatch other = new AlertWatch(store, List.of(sink));
    for (int i = 0; i < 20; i++) {
      evaluate(other);
    }

    assertThat(stored).hasSize(1);
    assertThat(sink.all()).containsExactly("raised " + stored.get(0).id());
    assertThat(alerts.all(null)).isEqualTo(stored);

    empty();
    evaluate(other);
    sink.crashes(true);
    for (int i = 0; i < 3; i++) {
      evaluate(other);
    }
    clock.advance(INTERVAL);
    assertThatThrownBy(other::turn).isInstanceOf(RecordingSink.Crash.class);
    sink.crashes(false);
    for (int i = 0; i < 20; i++) {
      evaluate(node);
    }
    assertThat(sink.all()).hasSize(2).endsWith("resolved " + stored.get(0).id());
  }

  @Test
  void an_alert_stored_before_a_crash_is_reported_and_resolved_even_if_it_cleared_meanwhile() {
    fill();
    sink.crashes(true);
    assertThatThrownBy(node::turn).isInstanceOf(RecordingSink.Crash.class);
    sink.crashes(false);
    empty();

    AlertWatch other = new AlertWatch(store, List.of(sink));
    for (int i = 0; i < 20; i++) {
      evaluate(other);
    }

    String id = alerts.all(null).get(0).id();
    assertThat(sink.all()).containsExactly("raised " + id, "resolved " + id);
    assertThat(alerts.open()).isEmpty();
    assertThat(openDeadLetterAlerts(other)).isZero();
  }

  @Test
  void a_condition_that_recurs_after_a_crash_while_resolving_is_a_new_alert() {
    fill();
    node.turn();
    String first = alerts.all(null).get(0).id();
    empty();
    for (int i = 0; i < 4; i++) {
      evaluate(node);
    }
    sink.crashes(true);
    clock.advance(INTERVAL);
    assertThatThrownBy(node::turn).isInstanceOf(RecordingSink.Crash.class);
    sink.crashes(false);
    fill();

    AlertWatch other = new AlertWatch(store, List.of(sink));
    for (int i = 0; i < 20; i++) {
      evaluate(other);
    }

    assertThat(alerts.open()).hasSize(1);
    String second = alerts.open().get(0).id();
    assertThat(second).isNotEqualTo(first);
    assertThat(sink.all())
        .containsExactly("raised " + first, "resolved " + first, "raised " + second);
  }

  @Test
  void a_store_failure_while_reporting_loses_no_alert() {
    fill();
    AtomicInteger failures = new AtomicInteger(1);
    AlertSink failing =
        alert -> {
          if (failures.getAndDecrement() > 0) {
            throw new StoreException("enqueue jobs", true, null);
          }
        };
    AlertWatch one = new AlertWatch(store, List.of(failing, sink));
    one.turn();
    empty();
    for (int i = 0; i < 20; i++) {
      evaluate(one);
    }

    String id = alerts.all(null).get(0).id();
    assertThat(sink.all()).containsExactly("raised " + id, "resolved " + id);
  }

  @Test
  void an_unreadable_alert_does_not_stop_others_from_being_raised() {
    assertThat(
            store
                .documents()
                .create(
                    new DocumentKey(DocumentKind.ALERT, TenantId.DEFAULT, "odd"),
                    "{\"a\":1}",
                    null))
        .isPresent();
    fill();
    node.turn();
    assertThat(sink.all()).hasSize(1);
  }

  @Test
  void of_many_nodes_that_evaluate_at_the_same_time_one_reports() throws Exception {
    node.turn();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      for (int story = 0; story < 15; story++) {
        fill();
        allEvaluate(threads);
        empty();
        for (int i = 0; i < 5; i++) {
          allEvaluate(threads);
        }
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(sink.all()).hasSize(30).doesNotHaveDuplicates();
    assertThat(alerts.all(null)).hasSize(15).noneMatch(Alert::isOpen);
  }

  private void allEvaluate(ExecutorService threads) throws Exception {
    clock.advance(INTERVAL);
    CyclicBarrier together = new CyclicBarrier(8);
    List<Callable<Duration>> nodes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      AlertWatch one = new AlertWatch(store, List.of(sink));
      nodes.add(
          () -> {
            together.await();
            return one.turn();
          });
    }
    for (Future<Duration> done : threads.invokeAll(nodes)) {
      assertThat(done.get()).isPositive();
    }
  }

  @Test
  void a_failing_sink_does_not_stop_the_others() {
    fill();
    AlertSink broken =
        alert -> {
          throw new IllegalStateException("not today");
        };

    new AlertWatch(store, List.of(broken, sink)).turn();

    assertThat(sink.all()).hasSize(1);
  }

  @Test
  void rules_are_evaluated_at_most_every_fifteen_seconds() {
    node.turn();
    fill();
    clock.advance(INTERVAL.minusMillis(1));
    assertThat(new AlertWatch(store, List.of(sink)).turn()).isEqualTo(Duration.ofMillis(1));
    assertThat(sink.all()).isEmpty();

    clock.advance(Duration.ofMillis(1));
    assertThat(node.turn()).isEqualTo(INTERVAL);
    assertThat(sink.all()).hasSize(1);
    assertThat(openDeadLetterAlerts(node)).isEqualTo(1);
  }

  @Test
  void a_node_has_no_conditions_before_its_first_turn() {
    assertThat(node.conditions()).isNull();
    node.turn();
    assertThat(node.conditions()).isEqualTo(Conditions.NONE);
  }

  @Test
  void a_resolved_alert_is_kept_for_thirty_days_and_an_open_one_forever() {
    fill();
    node.turn();
    empty();
    for (int i = 0; i < 5; i++) {
      evaluate(node);
    }
    assertThat(sink.all()).hasSize(2);
    fill();
    evaluate(node);
    assertThat(alerts.all(null)).hasSize(2);

    clock.advance(Alerts.RETENTION.minusSeconds(60));
    node.turn();
    assertThat(alerts.all(null)).hasSize(2);
    clock.advance(Duration.ofSeconds(60));
    node.turn();

    assertThat(alerts.all(null)).hasSize(1);
    assertThat(alerts.all(null).get(0).isOpen()).isTrue();
  }

  @Test
  void an_unreadable_watch_document_is_rebuilt_from_the_open_alerts() {
    fill();
    node.turn();
    Document document = store.documents().find(WatchDocument.KEY).orElseThrow();
    assertThat(
            store
                .documents()
                .replace(
                    document.key(), document.version(), "{\"conditions\": 7}", document.dueAt()))
        .isPresent();
    evaluate(node);
    evaluate(node);

    assertThat(sink.all()).hasSize(1);
    assertThat(openDeadLetterAlerts(node)).isEqualTo(1);
  }

  @Test
  void the_watch_document_is_not_listed_as_a_rule_override() {
    node.turn();

    assertThat(store.documents().list(DocumentKind.ALERT_RULE, TenantId.DEFAULT, null, 10).items())
        .hasSize(2);
    assertThat(new RuleOverrideStore(store.documents()).read().all())
        .singleElement()
        .satisfies(each -> assertThat(each.queue()).isNull());
    assertThat(
            new RuleOverrideStore(store.documents())
                .read()
                .settings(AlertRules.DEAD_LETTERS, new QueueName("any"))
                .hold())
        .isZero();
  }
}
