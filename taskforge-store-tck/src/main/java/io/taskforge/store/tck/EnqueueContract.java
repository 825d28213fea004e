package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.Enqueued;
import io.taskforge.job.Guarantee;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.job.ScheduleId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Enqueueing jobs. */
interface EnqueueContract extends StoreUnderTest {
  @Test
  default void enqueue_answers_in_the_order_of_its_jobs() {
    List<NewJob> jobs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      jobs.add(aJob().priority(i % 3).in(i % 2 == 0 ? "even" : "odd").as(newId()));
    }

    assertThat(store().enqueue(jobs)).isEqualTo(jobs.stream().map(this::stored).toList());
  }

  @Test
  default void enqueue_answers_with_the_job_as_it_is_stored() {
    NewJob now = aJob().with("{ \"a\":1.0 }").retryPolicy("{\"maxRetries\":2}").as(newId());
    NewJob later = aJob().in("mail").after(Duration.ofNanos(90_000_001_999L)).as(newId());
    NewJob atTime =
        aJob()
            .at(START.plusNanos(60_000_001_999L))
            .deadline(START.plusNanos(90_000_001_999L))
            .keyed("k")
            .as(newId());
    advance(Duration.ofNanos(1_234_567));

    for (Enqueued answer : store().enqueue(List.of(now, later, atTime))) {
      assertThat(answer.job()).isEqualTo(job(answer.id()));
    }
  }

  @Test
  default void enqueue_of_no_jobs_answers_nothing() {
    assertThat(store().enqueue(List.of())).isEmpty();
  }

  @Test
  default void an_enqueued_job_is_stored_with_all_properties() {
    JobId id = newId();
    NewJob given =
        aJob()
            .in("mail")
            .ofType("send-mail")
            .of("acme")
            .with("{\"a\": [1, 2.50]}")
            .priority(7)
            .at(START.plusSeconds(60))
            .atMostOnce()
            .retryPolicy("{\"maxRetries\":2}")
            .timeout(Duration.ofMillis(1_500))
            .deadline(START.plusSeconds(3_600))
            .keyed("order-17")
            .scheduledBy("nightly")
            .inLane("smtp")
            .inTrace(JobDraft.TRACE)
            .as(id);

    store().enqueue(List.of(given));

    assertThat(job(id))
        .isEqualTo(
            new Job(
                new JobIdentity(id, queue("mail"), type("send-mail"), tenant("acme")),
                new Payload("{\"a\": [1, 2.50]}"),
                new JobSettings(
                    7,
                    Guarantee.AT_MOST_ONCE,
                    "{\"maxRetries\":2}",
                    new JobSettings.TimeLimits(Duration.ofMillis(1_500), START.plusSeconds(3_600)),
                    new JobSettings.Origin(
                        key("order-17"), new ScheduleId("nightly"), JobDraft.TRACE),
                    "smtp",
                    List.of()),
                START,
                new Job.Progress(
                    JobState.QUEUED,
                    AttemptNumber.NONE,
                    Counters.ZERO,
                    START.plusSeconds(60),
                    null),
                new Job.Results(null, null, null, null)));
  }

  @Test
  default void a_job_with_few_properties_has_no_others() {
    Job job = job(enqueue(aJob()));

    assertThat(job.idempotencyKey()).isNull();
    assertThat(job.retryPolicy()).isNull();
    assertThat(job.timeout()).isNull();
    assertThat(job.deadline()).isNull();
    assertThat(job.trace()).isNull();
    assertThat(job.schedule()).isNull();
    assertThat(job.result()).isNull();
    assertThat(job.runAt()).isEqualTo(START);
    assertThat(attempts(job.id())).isEmpty();
  }

  @Test
  default void a_delay_counts_from_the_stores_now() {
    advance(Duration.ofSeconds(3));

    assertThat(job(enqueue(aJob().after(Duration.ofSeconds(10)))).runAt())
        .isEqualTo(START.plusSeconds(13));
  }

  @Test
  default void a_run_at_in_the_past_is_kept_and_due() {
    JobId id = enqueue(aJob().at(START.minusSeconds(86_400)));

    assertThat(job(id).runAt()).isEqualTo(START.minusSeconds(86_400));
    assertThat(claimOne().id()).isEqualTo(id);
  }

  @Test
  default void times_are_cut_to_the_microsecond_and_never_rounded_up() {
    clock().set(START.plusNanos(1_999));

    Job job = job(enqueue(aJob().after(Duration.ofNanos(2_999))));

    assertThat(job.createdAt()).isEqualTo(START.plusNanos(1_000));
    assertThat(job.runAt()).isEqualTo(START.plusNanos(3_000));
  }

  @Test
  default void a_thousand_jobs_go_in_at_once_and_come_out_at_once() {
    List<JobId> ids = enqueueMany(1_000);

    assertThat(ids(claim(1_000))).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  default void a_batch_is_seen_whole_or_not_at_all() throws Exception {
    AtomicBoolean done = new AtomicBoolean();

    AllAtOnce.both(
        () -> {
          repeat(30, () -> enqueueMany(10));
          done.set(true);
          return true;
        },
        () -> {
          do {
            assertThat(waiting() % 10).isZero();
          } while (!done.get());
          return true;
        });

    assertThat(claim(1_000)).hasSize(300);
  }

  @Test
  default void a_payload_is_kept_to_the_character() {
    String json =
        " { \"n\" : 123456789012345678901234567890.10 ,\n\t\"dup\":1, \"dup\":2, \"e\":1e400,"
            + " \"nul\":\"\\u0000\", \"lone\":\"\\ud800\", \"text\":\"ü😀\", \"sql\":\"'; --\" } ";
    JobId id = enqueue(aJob().with(json));

    assertThat(job(id).payload().json()).isEqualTo(json);
    assertThat(claimOne().payload()).isEqualTo(json);
  }

  @Test
  default void the_biggest_payload_is_kept() {
    String json = "\"" + "x".repeat(Payload.MAX_BYTES - 2) + "\"";
    JobId id = enqueue(aJob().with(json));

    assertThat(job(id).payload().json()).isEqualTo(json);
    assertThat(claimOne().payload()).isEqualTo(json);
  }

  @Test
  default void priorities_and_times_at_their_limits_are_kept() {
    List<JobId> ids =
        enqueueAll(
            aJob().priority(JobSettings.LOWEST_PRIORITY),
            aJob().priority(JobSettings.HIGHEST_PRIORITY),
            aJob().after(Duration.ofDays(36_500)));

    assertThat(job(ids.get(0)).priority()).isEqualTo(JobSettings.LOWEST_PRIORITY);
    assertThat(job(ids.get(1)).priority()).isEqualTo(JobSettings.HIGHEST_PRIORITY);
    assertThat(job(ids.get(2)).runAt()).isEqualTo(START.plus(Duration.ofDays(36_500)));
  }
}
