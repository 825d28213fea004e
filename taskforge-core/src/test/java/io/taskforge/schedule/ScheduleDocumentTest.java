package io.taskforge.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.json.RetryPolicyJson;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ScheduleDocumentTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final ScheduleDocument DOCUMENT = new ScheduleDocument(RetryPolicyJson.standard());

  @Test
  void a_full_schedule_round_trips_through_json() {
    String policy =
        RetryPolicyJson.standard().write(RetryPolicies.all().values().iterator().next());
    for (String retryPolicy : List.of(policy, "\"patient\"")) {
      Schedule schedule =
          new Schedule(
                  ScheduleKey.of("acme", "nightly.report"),
                  new Timing.Recurring(
                      Cron.parse("30 2 * * mon-FRI"), ZoneId.of("Europe/Berlin"), true),
                  JobTemplate.of("report:make")
                      .queue(new QueueName("reports"))
                      .payload(
                          new Payload(
                              "{\"a\":[1.00,12345678901234567890.5,1E+400,null,\"ü\"],\"b\":{}}"))
                      .priority(-7)
                      .guarantee(Guarantee.AT_MOST_ONCE)
                      .retryPolicy(retryPolicy)
                      .timeout(Duration.ofMillis(1_500)),
                  new ScheduleProgress(
                      NOW,
                      NOW.plusSeconds(5),
                      NOW.minusSeconds(5),
                      new JobId(new UUID(7, 9)),
                      new SkippedOccurrences(
                          NOW.minusSeconds(9), 3, SkippedOccurrences.Reason.OVERLAP)))
              .withName("Nightly report \"ä\"", "for the board\nand others")
              .withPolicies(MisfirePolicy.RUN_ALL, OverlapPolicy.CANCEL_PREVIOUS)
              .pause();

      assertThat(read(DOCUMENT.write(schedule))).isEqualTo(schedule);
    }
  }

  @Test
  void a_plain_schedule_and_an_instant_round_trip_through_json() {
    for (Timing timing :
        List.of(Timing.every("@daily", "UTC"), Timing.at(NOW.plusNanos(123_456_789)))) {
      Schedule schedule = Schedule.of("x", timing, JobTemplate.of("t"), NOW);
      assertThat(read(DOCUMENT.write(schedule))).isEqualTo(schedule);
      assertThat(read(DOCUMENT.write(schedule)).timing()).isEqualTo(timing);
    }
  }

  @Test
  void a_version_round_trips_through_json_and_has_a_default() {
    Schedule schedule =
        Schedule.of("x", Timing.every("@daily", "UTC"), JobTemplate.of("t"), NOW.minusSeconds(9));
    Instant later = NOW.plusSeconds(1);
    for (long version : List.of(1L, 7L, Long.MAX_VALUE)) {
      StoredSchedule revised = new StoredSchedule(schedule, version, NOW.plusNanos(1_000));
      assertThat(DOCUMENT.read(DOCUMENT.write(revised), 9, later)).isEqualTo(revised);
      assertThat(read(DOCUMENT.write(revised))).isEqualTo(schedule);
    }
    assertThat(DOCUMENT.read(DOCUMENT.write(schedule), 9, later))
        .isEqualTo(new StoredSchedule(schedule, 9, later));
  }

  @Test
  void anything_but_a_schedule_is_rejected() {
    String stored =
        DOCUMENT.write(Schedule.of("x", Timing.every("@daily", "UTC"), JobTemplate.of("t"), NOW));
    assertThat(read(stored).id().value()).isEqualTo("x");
    for (String wrong :
        List.of(
            "",
            "{",
            "[]",
            "null",
            "{} {}",
            "[".repeat(100_000),
            stored.replace("\"id\":\"x\"", "\"id\":\"a b\""),
            stored.replace("\"id\":\"x\"", "\"id\":\"x\",\"id\":\"x\""),
            stored.replace("@daily", "61 25 * * *"),
            stored.replace("\"UTC\"", "\"Mars/Olympus\""),
            stored.replace("\"cron\"", "\"at\""),
            stored.replace("\"misfire\":\"run_once_now\"", "\"misfire\":\"panic\""),
            stored.replace("\"paused\":false", "\"paused\":null"),
            stored.replace("\"priority\":0", "\"priority\":5000"),
            stored.replace("\"priority\":0", "\"priority\":0,\"retryPolicy\":{\"maxRetries\":-1}"),
            stored.replace("\"priority\":0", "\"priority\":0,\"timeout\":\"0s\""),
            stored.replace("\"createdAt\":\"2026-01-01T00:00:00Z\"", "\"lastJobId\":\"7\""),
            stored.replace("\"paused\":false", "\"paused\":false,\"lastSkip\":{\"count\":0}"))) {
      assertThat(wrong).isNotEqualTo(stored);
      assertThatThrownBy(() -> read(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("invalid schedule: ");
    }
  }

  private static Schedule read(String json) {
    return DOCUMENT.read(json, 1, NOW).schedule();
  }
}
