package io.taskforge.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.json.Fault;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.json.RetryPolicyJson;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ScheduleJsonTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final ScheduleJson JSON = ScheduleJson.standard();

  @Test
  void a_full_schedule_round_trips_through_json() {
    String policy =
        RetryPolicyJson.standard().write(RetryPolicies.all().values().iterator().next());
    for (String retryPolicy : List.of(policy, "\"patient\"")) {
      Schedule schedule =
          new Schedule(
              new Schedule.Definition(
                  ScheduleKey.of("acme", "nightly.report"),
                  "Nightly report \"ä\"",
                  "for the board\nand others",
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
                  MisfirePolicy.RUN_ALL,
                  OverlapPolicy.CANCEL_PREVIOUS,
                  true),
              new ScheduleProgress(
                  NOW,
                  NOW.plusSeconds(5),
                  NOW.minusSeconds(5),
                  new JobId(new UUID(7, 9)),
                  new SkippedOccurrences(
                      NOW.minusSeconds(9), 3, SkippedOccurrences.Reason.OVERLAP)));

      assertThat(JSON.read(JSON.write(schedule))).isEqualTo(schedule);
    }
  }

  @Test
  void a_plain_schedule_and_an_instant_round_trip_through_json() {
    for (Timing timing :
        List.of(Timing.every("@daily", "UTC"), Timing.at(NOW.plusNanos(123_456_789)))) {
      Schedule schedule = Schedule.of("x", timing, JobTemplate.of("t"), NOW);
      assertThat(JSON.read(JSON.write(schedule))).isEqualTo(schedule);
      assertThat(JSON.read(JSON.write(schedule)).timing()).isEqualTo(timing);
    }
  }

  @Test
  void a_version_round_trips_through_json_and_has_a_default() {
    Schedule schedule =
        Schedule.of("x", Timing.every("@daily", "UTC"), JobTemplate.of("t"), NOW.minusSeconds(9));
    Instant later = NOW.plusSeconds(1);
    for (long version : List.of(1L, 7L, Long.MAX_VALUE)) {
      VersionedSchedule revised = new VersionedSchedule(schedule, version, NOW.plusNanos(1_000));
      assertThat(JSON.readRevised(JSON.write(revised), 9, later)).isEqualTo(revised);
      assertThat(JSON.read(JSON.write(revised))).isEqualTo(schedule);
    }
    assertThat(JSON.readRevised(JSON.write(schedule), 9, later))
        .isEqualTo(new VersionedSchedule(schedule, 9, later));
  }

  @Test
  void an_invalid_version_is_rejected_and_a_user_cannot_set_one() {
    String plain =
        JSON.write(Schedule.of("x", Timing.every("@daily", "UTC"), JobTemplate.of("t"), NOW));
    String keys = "{\"version\":%s,\"changedAt\":%s,";
    for (String version : List.of("0", "-1", "1.5", "\"1\"", "null", "9223372036854775808")) {
      String wrong = keys.formatted(version, "\"today\"") + plain.substring(1);
      assertThat(
              catchThrowableOfType(
                      InvalidScheduleException.class, () -> JSON.readRevised(wrong, 1, NOW))
                  .faults())
          .as(version)
          .extracting(Fault::key)
          .containsExactly("version", "changedAt");
    }
    String named = keys.formatted("1", "\"" + NOW + "\"");
    assertThat(
            refusedNew(named + "\"id\":\"x\",\"cron\":\"@daily\",\"job\":{\"type\":\"t\"}}")
                .faults())
        .extracting(Fault::key)
        .containsExactly("version", "changedAt");
  }

  @Test
  void most_keys_have_defaults() {
    Schedule read =
        JSON.readNew("{\"id\":\"x\",\"cron\":\"30 2 * * *\",\"job\":{\"type\":\"report\"}}", NOW);

    assertThat(read)
        .isEqualTo(
            Schedule.of("x", Timing.every("30 2 * * *", "Z"), JobTemplate.of("report"), NOW));
    assertThat(read.nextRunAt()).isEqualTo(Instant.parse("2026-01-01T02:30:00Z"));
  }

  @Test
  void all_faults_are_reported_at_once() {
    InvalidScheduleException refused =
        refusedNew(
            """
            {"id": "a b", "tenant": 7, "name": 1, "colour": "red", "createdAt": "2026-01-01T00:00:00Z",
             "cron": "61 25 * * *", "zone": "Mars/Olympus", "oneOff": "yes",
             "job": {"queue": "", "payload": {}, "priority": 5000, "guarantee": "maybe",
                     "retryPolicy": {"maxRetries": -1}, "timeout": "0s", "size": 1},
             "misfire": "panic", "overlap": 3, "paused": null}
            """);

    assertThat(refused.faults())
        .extracting(Fault::key)
        .containsExactly(
            "colour",
            "createdAt",
            "id",
            "tenant",
            "name",
            "oneOff",
            "zone",
            "cron.minute",
            "cron.hour",
            "job.size",
            "job.queue",
            "job.type",
            "job.priority",
            "job.guarantee",
            "job.retryPolicy.maxRetries",
            "job.retryPolicy.backoff",
            "job.timeout",
            "misfire",
            "overlap",
            "paused");
    assertThat(refused.faults())
        .allSatisfy(fault -> assertThat(refused).hasMessageContaining(fault.toString()));
    assertThat(refused)
        .hasMessageContaining(
            "misfire: \"panic\" is not allowed: must be one of run_once_now, skip,")
        .hasMessageContaining("job.type: missing, but ");
  }

  @Test
  void a_schedule_has_either_a_cron_or_an_instant() {
    String job = ",\"job\":{\"type\":\"t\"}}";

    assertThat(refusedNew("{\"id\":\"x\"" + job).faults())
        .extracting(Fault::toString)
        .containsExactly("cron: missing, but must be a cron expression in quotes; or give at");
    assertThat(
            refusedNew(
                    "{\"id\":\"x\",\"cron\":\"@daily\",\"zone\":\"UTC\",\"oneOff\":false,"
                        + "\"at\":\"2026-01-01T00:00:00Z\""
                        + job)
                .faults())
        .extracting(Fault::key)
        .containsExactly("at", "zone", "oneOff");
    for (String at :
        List.of("soon", "1969-12-31T23:59:59Z", "2201-01-01T00:00:00Z", Instant.MAX + "")) {
      assertThat(refusedNew("{\"id\":\"x\",\"at\":\"" + at + "\"" + job).faults())
          .extracting(Fault::key)
          .containsExactly("at");
    }
  }

  @Test
  void anything_but_one_json_object_is_rejected() {
    for (String json :
        List.of("", "{", "[]", "null", "{} {}", "{\"id\":\"a\",\"id\":\"b\"}", "x")) {
      assertThat(refusedNew(json).faults())
          .as(json)
          .singleElement()
          .satisfies(fault -> assertThat(fault.key()).isEqualTo("schedule"));
    }
    assertThat(refusedNew("[".repeat(100_000)).faults()).hasSize(1);
    assertThat(refusedNew("{\"id\":\"" + "x".repeat(2_000_000) + "\"}").faults()).hasSize(1);
  }

  @Test
  void a_stored_schedule_must_have_valid_progress() {
    String stored =
        JSON.write(Schedule.of("x", Timing.every("@daily", "UTC"), JobTemplate.of("t"), NOW));
    String wrong =
        stored
            .replace("\"createdAt\":\"2026-01-01T00:00:00Z\"", "\"lastJobId\":\"7\"")
            .replace("\"paused\":false", "\"lastSkip\":{\"count\":0,\"reason\":\"x\",\"y\":1}");

    assertThat(
            catchThrowableOfType(InvalidScheduleException.class, () -> JSON.read(wrong)).faults())
        .extracting(Fault::key)
        .containsExactly(
            "createdAt",
            "lastJobId",
            "lastSkip.y",
            "lastSkip.at",
            "lastSkip.count",
            "lastSkip.reason");
  }

  private static InvalidScheduleException refusedNew(String json) {
    return catchThrowableOfType(InvalidScheduleException.class, () -> JSON.readNew(json, NOW));
  }
}
