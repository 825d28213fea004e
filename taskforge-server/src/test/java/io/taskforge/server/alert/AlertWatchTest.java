package io.taskforge.server.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.StoreException;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One node at a time looks, whoever dies and wherever. */
class AlertWatchTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final Duration LOOK = AlertWatch.INTERVAL;

  private final ManualClock clock = ManualClock.startingAt(START.toString());
  private final MemoryJobStore store = new MemoryJobStore(clock);
  private final DeadLetterJobs jobs = new DeadLetterJobs(store, clock);
  private final Alerts alerts = new Alerts(store);
  private final RecordingSink heard = new RecordingSink();
  private final AlertWatch node = new AlertWatch(store, List.of(heard));

  /** A rule that is over at once: a dead letter queue that must not be. */
  @BeforeEach
  void makeARuleThatHoldsAtOnce() {
    assertThat(
            new RuleOverrideStore(store.documents())
                .put(
                    new DeadLettersRule(),
                    null,
                    new RuleOverride(null, null, Duration.ZERO, null, null),
                    0))
        .isPresent();
  }

  private void fill() {
    jobs.letOneDie();
  }

  private void empty() {
    jobs.takeAllAway();
  }

  private void look(AlertWatch by) {
    clock.advance(LOOK);
    by.turn();
  }

  @Test
  void who_dies_while_it_looks_is_replaced_after_a_minute() {
    fill();
    Document mine = new WatchDocument(store, alerts).find(clock.instant()).orElseThrow();
    Optional<Document> claimed =
        new WatchDocument(store, alerts)
            .begin(mine, Conditions.NONE, clock.instant().plus(AlertWatch.LEASE));
    assertThat(claimed).isPresent();

    for (int i = 0; i < 3; i++) {
      look(node);
      assertThat(heard.all()).isEmpty();
    }
    look(node);

    assertThat(heard.all()).hasSize(1);
  }

  @Test
  void who_dies_before_it_told_leaves_it_to_the_next_under_the_same_id() {
    fill();
    heard.dies(true);
    assertThatThrownBy(node::turn).isInstanceOf(RecordingSink.Killed.class);
    List<Alert> stored = alerts.all(null);
    heard.dies(false);

    AlertWatch other = new AlertWatch(store, List.of(heard));
    for (int i = 0; i < 20; i++) {
      look(other);
    }

    assertThat(stored).hasSize(1);
    assertThat(heard.all()).containsExactly("raised " + stored.get(0).id());
    assertThat(alerts.all(null)).isEqualTo(stored);

    empty();
    look(other);
    heard.dies(true);
    for (int i = 0; i < 3; i++) {
      look(other);
    }
    clock.advance(LOOK);
    assertThatThrownBy(other::turn).isInstanceOf(RecordingSink.Killed.class);
    heard.dies(false);
    for (int i = 0; i < 20; i++) {
      look(node);
    }
    assertThat(heard.all()).hasSize(2).endsWith("resolved " + stored.get(0).id());
  }

  @Test
  void what_was_raised_by_one_that_died_is_told_and_resolved_though_all_is_well_meanwhile() {
    fill();
    heard.dies(true);
    assertThatThrownBy(node::turn).isInstanceOf(RecordingSink.Killed.class);
    heard.dies(false);
    empty();

    AlertWatch other = new AlertWatch(store, List.of(heard));
    for (int i = 0; i < 20; i++) {
      look(other);
    }

    String id = alerts.all(null).get(0).id();
    assertThat(heard.all()).containsExactly("raised " + id, "resolved " + id);
    assertThat(alerts.open()).isEmpty();
    assertThat(other.open(new DeadLettersRule())).isZero();
  }

  @Test
  void what_is_wrong_again_after_one_died_resolving_is_an_alert_of_its_own() {
    fill();
    node.turn();
    String first = alerts.all(null).get(0).id();
    empty();
    for (int i = 0; i < 4; i++) {
      look(node);
    }
    heard.dies(true);
    clock.advance(LOOK);
    assertThatThrownBy(node::turn).isInstanceOf(RecordingSink.Killed.class);
    heard.dies(false);
    fill();

    AlertWatch other = new AlertWatch(store, List.of(heard));
    for (int i = 0; i < 20; i++) {
      look(other);
    }

    assertThat(alerts.open()).hasSize(1);
    String second = alerts.open().get(0).id();
    assertThat(second).isNotEqualTo(first);
    assertThat(heard.all())
        .containsExactly("raised " + first, "resolved " + first, "raised " + second);
  }

  @Test
  void a_store_that_fails_while_it_is_told_loses_nothing() {
    fill();
    AtomicInteger failures = new AtomicInteger(1);
    AlertSink failing =
        new AlertSink() {
          @Override
          public void raised(Alert alert) {
            if (failures.getAndDecrement() > 0) {
              throw new StoreException("enqueue jobs", true, null);
            }
          }

          @Override
          public void resolved(Alert alert) {}
        };
    AlertWatch one = new AlertWatch(store, List.of(failing, heard));
    one.turn();
    empty();
    for (int i = 0; i < 20; i++) {
      look(one);
    }

    String id = alerts.all(null).get(0).id();
    assertThat(heard.all()).containsExactly("raised " + id, "resolved " + id);
  }

  @Test
  void an_alert_that_can_not_be_read_keeps_no_other_from_being_raised() {
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
    assertThat(heard.all()).hasSize(1);
  }

  @Test
  void of_many_that_look_at_the_same_time_one_tells() throws Exception {
    node.turn();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      for (int story = 0; story < 15; story++) {
        fill();
        allLook(threads);
        empty();
        for (int i = 0; i < 5; i++) {
          allLook(threads);
        }
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(heard.all()).hasSize(30).doesNotHaveDuplicates();
    assertThat(alerts.all(null)).hasSize(15).noneMatch(Alert::isOpen);
  }

  private void allLook(ExecutorService threads) throws Exception {
    clock.advance(LOOK);
    CyclicBarrier together = new CyclicBarrier(8);
    List<Callable<Duration>> nodes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      AlertWatch one = new AlertWatch(store, List.of(heard));
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
  void one_that_can_not_be_told_keeps_it_from_no_other() {
    fill();
    AlertSink broken =
        new AlertSink() {
          @Override
          public void raised(Alert alert) {
            throw new IllegalStateException("not today");
          }

          @Override
          public void resolved(Alert alert) {
            throw new IllegalStateException("not today");
          }
        };

    new AlertWatch(store, List.of(broken, heard)).turn();

    assertThat(heard.all()).hasSize(1);
  }

  @Test
  void nobody_looks_twice_within_fifteen_seconds() {
    node.turn();
    fill();
    clock.advance(LOOK.minusMillis(1));
    assertThat(new AlertWatch(store, List.of(heard)).turn()).isEqualTo(Duration.ofMillis(1));
    assertThat(heard.all()).isEmpty();

    clock.advance(Duration.ofMillis(1));
    assertThat(node.turn()).isEqualTo(LOOK);
    assertThat(heard.all()).hasSize(1);
    assertThat(node.open(new DeadLettersRule())).isEqualTo(1);
  }

  @Test
  void before_it_has_looked_a_node_knows_of_nothing() {
    assertThat(node.open(new DeadLettersRule())).isNaN();
    node.turn();
    assertThat(node.open(new DeadLettersRule())).isZero();
  }

  @Test
  void a_resolved_alert_is_kept_for_thirty_days_and_an_open_one_for_ever() {
    fill();
    node.turn();
    empty();
    for (int i = 0; i < 5; i++) {
      look(node);
    }
    assertThat(heard.all()).hasSize(2);
    fill();
    look(node);
    assertThat(alerts.all(null)).hasSize(2);

    clock.advance(Alerts.KEPT.minusSeconds(60));
    node.turn();
    assertThat(alerts.all(null)).hasSize(2);
    clock.advance(Duration.ofSeconds(60));
    node.turn();

    assertThat(alerts.all(null)).hasSize(1);
    assertThat(alerts.all(null).get(0).isOpen()).isTrue();
  }

  @Test
  void what_nobody_can_read_is_made_anew_from_the_alerts_that_are_open() {
    fill();
    node.turn();
    Document document = store.documents().find(WatchDocument.KEY).orElseThrow();
    assertThat(
            store
                .documents()
                .replace(document.key(), document.version(), "{\"courses\": 7}", document.dueAt()))
        .isPresent();
    look(node);
    look(node);

    assertThat(heard.all()).hasSize(1);
    assertThat(node.open(new DeadLettersRule())).isEqualTo(1);
  }

  @Test
  void the_watch_is_no_rule_that_anybody_made() {
    node.turn();

    assertThat(store.documents().list(DocumentKind.ALERT_RULE, TenantId.DEFAULT, null, 10).items())
        .hasSize(2);
    assertThat(new RuleOverrideStore(store.documents()).read().changes())
        .singleElement()
        .satisfies(change -> assertThat(change.queue()).isNull());
    assertThat(
            new RuleOverrideStore(store.documents())
                .read()
                .settings(new DeadLettersRule(), new QueueName("any"))
                .hold())
        .isZero();
  }
}
