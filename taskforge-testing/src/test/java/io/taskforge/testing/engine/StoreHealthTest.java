package io.taskforge.testing.engine;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.job.Outage;
import io.taskforge.job.StoreException;
import io.taskforge.store.StoreHealth;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Outages of a store: start, end and logging. */
class StoreHealthTest {
  private final AtomicLong nanos = new AtomicLong();
  private final StoreHealth health = new StoreHealth(nanos::get);
  private final Logger logger = (Logger) LoggerFactory.getLogger(StoreHealth.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
  }

  private StoreException fail(Outage outage) {
    return health.failed(
        new StoreException("claim jobs", outage, new IllegalStateException("refused")));
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private List<String> log() {
    return lines.list.stream()
        .map(line -> line.getLevel() + " " + line.getFormattedMessage())
        .toList();
  }

  @Test
  void the_start_and_end_of_an_outage_are_logged_once() {
    for (int i = 0; i < 100; i++) {
      fail(Outage.UNREACHABLE);
      pass(Duration.ofMillis(50));
    }
    assertThat(health.outage()).contains(Outage.UNREACHABLE);
    health.succeeded();
    assertThat(health.outage()).as("a call that was lucky").contains(Outage.UNREACHABLE);
    pass(Duration.ofSeconds(1));
    health.succeeded();
    health.succeeded();

    assertThat(health.outage()).isEmpty();
    assertThat(log())
        .containsExactly(
            "WARN store is unavailable: could not claim jobs: the database cannot be reached"
                + " (refused); calls succeed again once it is back",
            "INFO store is available again after 6s; 100 calls failed");
  }

  @Test
  void a_second_outage_is_logged_again() {
    for (int i = 0; i < 2; i++) {
      fail(Outage.UNREACHABLE);
      pass(Duration.ofSeconds(2));
      health.succeeded();
    }

    assertThat(log()).hasSize(4);
  }

  @Test
  void successful_small_writes_do_not_immediately_end_a_disk_full_outage() {
    fail(Outage.DISK_FULL);
    pass(Duration.ofSeconds(4));
    health.succeeded();
    assertThat(health.outage()).contains(Outage.DISK_FULL);

    pass(Duration.ofSeconds(1));
    health.succeeded();
    assertThat(health.outage()).isEmpty();
  }

  @Test
  void corruption_is_an_error_and_is_remembered() {
    fail(Outage.CORRUPT);
    fail(Outage.UNREACHABLE);
    pass(Duration.ofHours(1));
    health.succeeded();

    assertThat(health.outage()).contains(Outage.CORRUPT);
    assertThat(log().get(0))
        .startsWith("ERROR store is unavailable")
        .contains("corrupt", "restore a backup")
        .doesNotContain("nothing was lost");
  }

  @Test
  void a_failure_of_one_call_is_no_outage_and_is_not_logged() {
    StoreException fault = new StoreException("claim jobs", true, null);

    assertThat(health.failed(fault)).isSameAs(fault);
    assertThat(health.outage()).isEmpty();
    assertThat(log()).isEmpty();
    assertThat(StoreLogLevel.of(fault)).isEqualTo(Level.WARN);
  }

  @ParameterizedTest
  @EnumSource(Outage.class)
  void only_corruption_is_not_transient(Outage outage) {
    assertThat(fail(outage).isTransient()).isEqualTo(outage != Outage.CORRUPT);
    assertThat(StoreLogLevel.of(fail(outage))).isEqualTo(Level.DEBUG);
  }
}
