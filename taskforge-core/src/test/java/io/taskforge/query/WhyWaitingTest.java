package io.taskforge.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.destination.Destination;
import io.taskforge.destination.DestinationDecision;
import io.taskforge.destination.DestinationId;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.destination.DestinationState;
import io.taskforge.destination.Hold;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import io.taskforge.query.WhyWaiting.Code;
import io.taskforge.queue.QueueSettings;
import io.taskforge.queue.StartRate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class WhyWaitingTest {
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final QueueName MAIL = new QueueName("mail");
  private static final JobTypeName SEND = new JobTypeName("send");

  private QueueSettings settings = QueueSettings.NONE;
  private boolean paused;
  private List<WorkerInfo> workers = List.of(worker(3, 10));
  private long runningInQueue;
  private int tenantAtLimit;
  private long ahead;
  private @Nullable Duration average;

  private static WorkerInfo worker(int running, int concurrency) {
    return new WorkerInfo(
        new WorkerId("w"),
        "host",
        "",
        Set.of(MAIL),
        Set.of(SEND),
        concurrency,
        running,
        WorkerMode.ACTIVE,
        NOW,
        NOW);
  }

  private static Job job(JobState state, Instant runAt) {
    return new Job(
        new JobIdentity(new JobId(new UUID(1, 1)), MAIL, SEND, TenantId.DEFAULT),
        new Payload("{}"),
        JobSettings.DEFAULT,
        NOW,
        new Job.Progress(state, AttemptNumber.NONE, Counters.ZERO, runAt, null),
        new Job.Results(null, null, null, null));
  }

  private @Nullable Destination destination;

  private WhyWaiting why(Job job) {
    return WhyWaiting.of(
        job,
        new WhyWaiting.Situation(
            NOW,
            new WhyWaiting.QueueSituation(settings, paused, runningInQueue),
            workers,
            tenantAtLimit,
            ahead,
            average,
            destination));
  }

  private List<String> texts(Job job) {
    return why(job).reasons().stream().map(WhyWaiting.Reason::text).toList();
  }

  private List<Code> codes(Job job) {
    return why(job).reasons().stream().map(WhyWaiting.Reason::code).toList();
  }

  @Test
  void nothing_keeps_a_due_job_that_is_first_in_its_lane() {
    assertThat(codes(job(JobState.QUEUED, NOW))).containsExactly(Code.NEXT);
  }

  @Test
  void a_job_that_runs_does_not_wait() {
    assertThat(texts(job(JobState.RUNNING, NOW)))
        .containsExactly("the job is RUNNING, it does not wait");
  }

  @Test
  void a_job_whose_destination_is_down_says_so() {
    DestinationSettings defaults = DestinationSettings.defaults();
    DestinationState held =
        DestinationDecision.hold(
                DestinationState.healthy(defaults),
                defaults,
                new Hold(NOW.plusSeconds(60), "upgrade", "ann"),
                NOW)
            .state();
    destination = new Destination(new DestinationId(TenantId.DEFAULT, "api:443"), held, NOW);

    assertThat(codes(job(JobState.QUEUED, NOW))).containsExactly(Code.DESTINATION);
    assertThat(texts(job(JobState.QUEUED, NOW)))
        .containsExactly("destination api:443 is held until 2030-01-01T00:01:00Z: upgrade");

    ahead = 40;
    average = Duration.ofMillis(2);
    assertThat(why(job(JobState.QUEUED, NOW)).estimatedWait()).isNull();
  }

  @Test
  void a_job_that_is_not_due_says_when_it_is() {
    assertThat(texts(job(JobState.RETRYING, NOW.plusSeconds(60))))
        .containsExactly("not due until 2030-01-01T00:01:00Z");
  }

  @Test
  void all_reasons_are_given() {
    paused = true;
    workers = List.of();

    assertThat(texts(job(JobState.QUEUED, NOW)))
        .containsExactly(
            "queue mail is paused", "no live worker serves queue mail and runs type send");
  }

  @Test
  void a_queues_limit_counts_for_each_worker() {
    settings = QueueSettings.NONE.limitedTo(4, null);
    workers = List.of(worker(4, 10), worker(4, 10));
    runningInQueue = 7;
    assertThat(codes(job(JobState.QUEUED, NOW))).containsExactly(Code.NEXT);

    runningInQueue = 8;
    assertThat(texts(job(JobState.QUEUED, NOW)))
        .containsExactly("8 jobs of queue mail run, which is its limit of 4 on each of 2 workers");
  }

  @Test
  void a_tenants_limit_is_a_reason() {
    tenantAtLimit = 3;

    assertThat(texts(job(JobState.QUEUED, NOW)))
        .containsExactly(
            "3 jobs of tenant default run on this worker, which is the tenant's limit");
    assertThat(codes(job(JobState.QUEUED, NOW))).containsExactly(Code.TENANT_LIMIT);
  }

  @Test
  void workers_without_a_free_place_are_a_reason() {
    workers = List.of(worker(10, 10), worker(9, 10));
    assertThat(codes(job(JobState.QUEUED, NOW))).containsExactly(Code.NEXT);

    workers = List.of(worker(10, 10), worker(10, 10));
    assertThat(codes(job(JobState.QUEUED, NOW))).containsExactly(Code.WORKERS_BUSY);
  }

  @Test
  void a_rate_limit_is_named() {
    settings = QueueSettings.NONE.limitedTo(null, new StartRate(5, Duration.ofSeconds(1)));

    assertThat(texts(job(JobState.QUEUED, NOW)))
        .containsExactly("queue mail starts at most 5 per 1s on each worker");
  }

  @Test
  void jobs_ahead_are_counted_and_their_time_is_estimated() {
    ahead = 40;
    average = Duration.ofSeconds(2);

    assertThat(texts(job(JobState.QUEUED, NOW)))
        .containsExactly("40 jobs of the same lane are due and were due earlier");
    assertThat(why(job(JobState.QUEUED, NOW)).estimatedWait()).isEqualTo(Duration.ofSeconds(8));
  }

  @Test
  void a_count_that_was_cut_says_so() {
    ahead = WhyWaiting.MAX_COUNTED;

    assertThat(texts(job(JobState.QUEUED, NOW)).get(0)).startsWith("at least 1000 jobs");
    assertThat(why(job(JobState.QUEUED, NOW)).estimatedWait()).isNull();
  }
}
