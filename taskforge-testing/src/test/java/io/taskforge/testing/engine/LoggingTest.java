package io.taskforge.testing.engine;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Outcome;
import io.taskforge.job.ScheduleId;
import io.taskforge.query.JobFilter;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.schedule.Timing;
import io.taskforge.testing.TestForge;
import java.net.SocketTimeoutException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Log lines about jobs, and their MDC fields. */
class LoggingTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.taskforge.jobs");
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Map<String, String> inHandler = new TreeMap<>();

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
  }

  private TestForge forge(String message) {
    return TestForge.with(
        f ->
            f.retryPolicy(RetryPolicies.SCHEDULER)
                .handler(
                    JobType.of("fails", Object.class),
                    (payload, context) -> {
                      inHandler.putAll(MDC.getCopyOfContextMap());
                      throw new SocketTimeoutException(message);
                    })
                .handler(JobType.of("works", Object.class), (payload, context) -> Outcome.DONE)
                .handler(
                    JobType.of("discards", Object.class),
                    (p, context) -> Outcome.discard(message)));
  }

  private List<ILoggingEvent> at(Level level) {
    return lines.list.stream().filter(event -> event.getLevel().equals(level)).toList();
  }

  private static Map<String, String> fields(ILoggingEvent event) {
    Map<String, String> fields = new TreeMap<>();
    event.getKeyValuePairs().forEach(pair -> fields.put(pair.key, String.valueOf(pair.value)));
    return fields;
  }

  @Test
  void each_retry_is_logged_with_tenant_job_attempt_and_next_run() {
    try (TestForge forge = forge("no answer")) {
      JobId id = forge.enqueue(JobRequest.of("fails").tenant("acme")).id();
      forge.runDue();
      forge.advance(ofSeconds(1));
      forge.runDue();

      List<ILoggingEvent> retries = at(Level.INFO);
      assertThat(retries)
          .extracting(ILoggingEvent::getFormattedMessage)
          .containsExactly(
              "job "
                  + id
                  + " failed, retry 1/3 in 1s (at 2030-01-01T00:00:01Z): timeout: no answer",
              "job "
                  + id
                  + " failed, retry 2/3 in 2s (at 2030-01-01T00:00:03Z): timeout: no answer");
      assertThat(fields(retries.get(1)))
          .containsEntry("tenantId", "acme")
          .containsEntry("jobId", id.toString())
          .containsEntry("attempt", "2")
          .containsEntry("nextRunAt", "2030-01-01T00:00:03Z")
          .containsEntry("type", "fails")
          .containsEntry("queue", "default")
          .containsEntry("errorType", "timeout")
          .containsEntry("failureKind", "TRANSIENT")
          .containsEntry("transition", "RETRY_SCHEDULED");
    }
  }

  @Test
  void a_failed_job_is_logged_as_a_warning_with_its_reason() {
    try (TestForge forge = forge("no answer")) {
      JobId id = forge.enqueue(JobRequest.of("fails").retryPolicy(RetryPolicies.ONCE)).id();
      forge.runDue();

      assertThat(at(Level.WARN))
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.getFormattedMessage())
                    .startsWith("job " + id + " is FAILED: failed, retries exhausted")
                    .endsWith("(timeout: no answer)");
                assertThat(fields(event)).doesNotContainKey("nextRunAt");
              });
    }
  }

  @Test
  void successes_are_logged_at_debug_level() {
    try (TestForge forge = forge("")) {
      JobId id = forge.enqueue(JobRequest.of("works")).id();
      forge.runDue();
      assertThat(at(Level.DEBUG))
          .extracting(ILoggingEvent::getFormattedMessage)
          .containsExactly(
              "job " + id + " claimed, attempt 1", "job " + id + " succeeded at attempt 1");
    }
  }

  @Test
  void text_from_a_handler_is_logged_on_one_short_line() {
    try (TestForge forge =
        forge("one\r\njob 7 is SUCCEEDED\u001b[2J\u009b\u202e\u200b" + "x".repeat(5_000))) {
      forge.enqueue(JobRequest.of("fails"));
      forge.enqueue(JobRequest.of("discards"));
      forge.runDue();
      assertThat(lines.list)
          .hasSize(4)
          .allSatisfy(
              event ->
                  assertThat(event.getFormattedMessage())
                      .hasSizeLessThan(400)
                      .doesNotContainPattern("[\\p{Cc}\\p{Cf}]"));
    }
  }

  @Test
  void log_lines_of_a_handler_have_its_job_in_the_mdc() {
    try (TestForge forge = forge("no answer")) {
      JobId id = forge.enqueue(JobRequest.of("fails").tenant("acme")).id();
      forge.runDue();
      assertThat(inHandler)
          .containsEntry("jobId", id.toString())
          .containsEntry("tenantId", "acme")
          .containsEntry("type", "fails");
      assertThat(MDC.get("jobId")).isNull();
    }
  }

  @Test
  void a_scheduled_job_that_gave_up_is_logged_at_once_with_the_next_occurrence() {
    try (TestForge forge = forge("no answer")) {
      forge
          .taskForge()
          .schedules()
          .put(
              new ScheduleId("nightly"),
              Timing.every("0 0 3 * * *", "UTC"),
              JobRequest.of("fails").tenant("acme"));
      forge.advance(ofHours(3)).runDue();
      for (int second = 0; second < 7; second++) {
        assertThat(occurrences()).isEmpty();
        forge.advance(ofSeconds(1)).runDue();
      }
      Job job = forge.taskForge().jobs(JobFilter.all(1)).items().get(0);

      assertThat(job.state()).isEqualTo(JobState.FAILED);
      assertThat(occurrences())
          .extracting(ILoggingEvent::getFormattedMessage)
          .containsExactly(
              "job "
                  + job.id()
                  + " failed after 3 retries, rescheduled for next occurrence:"
                  + " 2030-01-02T03:00:00Z");
      assertThat(fields(occurrences().get(0)))
          .containsEntry("tenantId", "acme")
          .containsEntry("jobId", job.id().toString())
          .containsEntry("attempt", "4")
          .containsEntry("scheduleId", "nightly")
          .containsEntry("nextRunAt", "2030-01-02T03:00:00Z");

      forge.advance(ofHours(24)).runDue();
      assertThat(occurrences()).hasSize(1);
    }
  }

  @Test
  void a_one_off_job_that_gave_up_has_no_next_occurrence() {
    try (TestForge forge = forge("no answer")) {
      forge
          .taskForge()
          .schedules()
          .put(
              new ScheduleId("once"),
              Timing.at(Instant.parse("2030-01-01T00:00:05Z")),
              JobRequest.of("fails"));
      for (int second = 0; second < 20; second++) {
        forge.advance(ofSeconds(1)).runDue();
      }

      assertThat(at(Level.WARN)).hasSize(1);
      assertThat(occurrences()).isEmpty();
    }
  }

  private List<ILoggingEvent> occurrences() {
    return at(Level.INFO).stream()
        .filter(line -> line.getFormattedMessage().contains("next occurrence"))
        .toList();
  }

  @Test
  void a_rescued_job_is_logged_with_its_fields() {
    Logger rescues = (Logger) LoggerFactory.getLogger("io.taskforge.engine.RescueLostJobs");
    rescues.addAppender(lines);
    rescues.setLevel(Level.WARN);
    try (Workers workers = new Workers()) {
      HeldThreads dies = new HeldThreads();
      TaskForge crashed = workers.worker("crashed", dies, LoggingTest::works);
      TaskForge other = workers.worker("other", LoggingTest::works);
      JobId id = workers.enqueue(JobRequest.of("works").tenant("acme"));
      Workers.round(crashed);
      workers.advance(Workers.PAST_THE_LEASE);
      Workers.round(other);

      ILoggingEvent line =
          lines.list.stream()
              .filter(event -> event.getFormattedMessage().contains("rescuing its job " + id))
              .findFirst()
              .orElseThrow();
      assertThat(fields(line))
          .containsEntry("tenantId", "acme")
          .containsEntry("jobId", id.toString())
          .containsEntry("attempt", "1")
          .containsEntry("queue", "default")
          .containsEntry("type", "works")
          .hasEntrySatisfying("worker", worker -> assertThat(worker).startsWith("crashed-"));
    } finally {
      rescues.setLevel(null);
      rescues.detachAppender(lines);
    }
  }

  private static void works(TaskForgeBuilder forge) {
    forge.handler(JobType.of("works", Object.class), (payload, context) -> Outcome.DONE);
  }
}
