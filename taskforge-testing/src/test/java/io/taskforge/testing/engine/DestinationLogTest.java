package io.taskforge.testing.engine;

import static io.taskforge.testing.engine.Workers.round;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.destination.DestinationMode;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.engine.EngineAccess;
import io.taskforge.failure.HandlerFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The log lines about destinations, and their fields. */
class DestinationLogTest {
  private static final HandlerFailure BAD_GATEWAY = HandlerFailure.ofStatus(502, "bad gateway");

  private final Workers workers = new Workers();
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.taskforge.jobs");
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void close() {
    logger.detachAppender(lines);
    workers.close();
  }

  /** Returns the lines about a destination all of whose calls fail. */
  private List<ILoggingEvent> outage(DestinationMode mode, RuntimeException failure) {
    TaskForge forge =
        workers.worker(
            "w1",
            builder ->
                builder
                    .destinations(mode, DestinationSettings.defaults())
                    .handler(
                        JobType.of("call", Object.class),
                        payload -> {
                          throw failure;
                        }));
    for (int i = 0; i < 12; i++) {
      workers.enqueue(JobRequest.of("call").tenant("acme").destination("api"));
    }
    for (int i = 0; i < 8; i++) {
      round(forge);
      EngineAccess.engineOf(forge).watchDestinations();
      round(forge);
      workers.advance(Duration.ofMillis(250));
    }
    return lines.list.stream()
        .filter(line -> line.getFormattedMessage().startsWith("destination"))
        .toList();
  }

  @Test
  void a_breaker_that_opens_is_logged_with_destination_tenant_and_change() {
    ILoggingEvent line = outage(DestinationMode.ON, BAD_GATEWAY).get(0);

    assertThat(line.getFormattedMessage())
        .isEqualTo(
            "destination acme/api closed to jobs, its circuit breaker opened: 12 of 12 calls"
                + " failed");
    assertThat(line.getLevel()).hasToString("WARN");
    Map<String, String> fields = new TreeMap<>();
    line.getKeyValuePairs().forEach(pair -> fields.put(pair.key, String.valueOf(pair.value)));
    assertThat(fields)
        .isEqualTo(Map.of("destination", "api", "tenantId", "acme", "change", "OPENED"));
  }

  @Test
  void shadow_mode_logs_what_it_would_have_done() {
    assertThat(outage(DestinationMode.SHADOW, BAD_GATEWAY).get(0).getFormattedMessage())
        .isEqualTo(
            "destination acme/api would be closed to jobs, its circuit breaker opened: 12 of 12"
                + " calls failed");
  }

  @Test
  void a_bug_of_a_handler_opens_no_breaker() {
    assertThat(outage(DestinationMode.ON, new NullPointerException())).isEmpty();
  }
}
