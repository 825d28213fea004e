package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.ScheduleId;
import io.taskforge.query.AttemptFilter;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.LeasedJob;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The jobs of a schedule, and the attempts of several jobs. */
interface ScheduleRunsContract extends StoreUnderTest {
  ScheduleId NIGHTLY = new ScheduleId("nightly");
  JobFilter OF_NIGHTLY = JobFilter.all(100).schedule(ScheduleKey.of("nightly"));

  @Test
  default void a_job_remembers_its_schedule_while_it_runs_after_a_rescue_and_when_it_has_ended() {
    ClaimedJob claimed = running(aJob().scheduledBy("nightly"));
    assertThat(claimed.schedule()).isEqualTo(NIGHTLY);
    assertThat(leased(claimed).map(LeasedJob::job)).map(ClaimedJob::schedule).contains(NIGHTLY);
    assertThat(job(claimed.id()).schedule()).isEqualTo(NIGHTLY);

    ClaimedJob rescued = rescued();
    assertThat(rescued.schedule()).isEqualTo(NIGHTLY);

    settle(succeeded(rescued));
    assertThat(job(claimed.id()).schedule()).isEqualTo(NIGHTLY);
  }

  @Test
  default void a_schedule_lists_its_jobs_in_every_state_newest_first() {
    JobId succeeded = settled(aJob().scheduledBy("nightly"), this::succeeded);
    JobId failed = settled(aJob().scheduledBy("nightly"), this::givenUp);
    JobId retrying =
        settled(aJob().scheduledBy("nightly"), job -> retried(job, Duration.ofHours(1)));
    ClaimedJob running = running(aJob().scheduledBy("nightly"));
    JobId queued = enqueue(aJob().scheduledBy("nightly"));
    enqueue(aJob());
    enqueue(aJob().scheduledBy("hourly"));
    enqueue(aJob().of("acme").scheduledBy("nightly"));

    assertThat(listed(OF_NIGHTLY))
        .containsExactly(queued, running.id(), retrying, failed, succeeded);
    assertThat(queries().count(OF_NIGHTLY)).isEqualTo(5);
    assertThat(listed(OF_NIGHTLY.state(JobState.QUEUED))).containsExactly(queued);
    assertThat(listed(OF_NIGHTLY.state(JobState.RUNNING))).containsExactly(running.id());
    assertThat(listed(OF_NIGHTLY.state(JobState.RETRYING))).containsExactly(retrying);
    assertThat(listed(OF_NIGHTLY.state(JobState.FAILED))).containsExactly(failed);
    assertThat(listed(OF_NIGHTLY.state(JobState.SUCCEEDED))).containsExactly(succeeded);
    assertThat(queries().count(OF_NIGHTLY.state(JobState.FAILED))).isEqualTo(1);
  }

  @Test
  default void a_schedule_of_another_tenant_with_the_same_id_is_another_schedule() {
    JobId own = enqueue(aJob().of("acme").scheduledBy("nightly"));
    enqueue(aJob().of("other").scheduledBy("nightly"));
    JobFilter ofAcme = JobFilter.all(100).schedule(ScheduleKey.of("acme", "nightly"));

    assertThat(listed(ofAcme)).containsExactly(own);
    assertThat(listed(ofAcme.tenant(tenant("acme")))).containsExactly(own);
    assertThat(listed(ofAcme.tenant(tenant("other")))).isEmpty();
    assertThat(listed(OF_NIGHTLY)).isEmpty();
  }

  @Test
  default void a_schedule_is_combined_with_other_filters() {
    JobId mail = enqueue(aJob().in("mail").ofType("a").scheduledBy("nightly").keyed("k"));
    JobId other = enqueue(aJob().in("sms").ofType("b").scheduledBy("nightly"));

    assertThat(listed(OF_NIGHTLY.queue(queue("mail")))).containsExactly(mail);
    assertThat(listed(OF_NIGHTLY.type(type("b")))).containsExactly(other);
    assertThat(listed(OF_NIGHTLY.key(key("k")))).containsExactly(mail);
    assertThat(listed(OF_NIGHTLY.errorType("timeout"))).isEmpty();
    assertThat(listed(OF_NIGHTLY.finishedFrom(START))).isEmpty();
    assertThat(listed(OF_NIGHTLY.createdFrom(START))).containsExactly(other, mail);
  }

  @Test
  default void the_jobs_of_a_schedule_are_paged() {
    JobId first = enqueue(aJob().scheduledBy("nightly"));
    enqueue(aJob().scheduledBy("hourly"));
    JobId second = enqueue(aJob().scheduledBy("nightly"));
    JobId third = enqueue(aJob().scheduledBy("nightly"));

    JobPage page = queries().list(OF_NIGHTLY.firstPage(2));
    JobPage rest = queries().list(OF_NIGHTLY.before(page.next()));

    assertThat(page.items()).extracting(Job::id).containsExactly(third, second);
    assertThat(rest.items()).extracting(Job::id).containsExactly(first);
    assertThat(rest.next()).isNull();
  }

  @Test
  default void attempts_of_several_jobs_are_ordered_by_job_and_history_entry() {
    ClaimedJob old = running(aJob());
    JobId young = settled(job -> retried(job, Duration.ZERO));
    settle(retried(old, Duration.ZERO));
    JobId waiting = enqueue(aJob().after(Duration.ofHours(1)));
    advance(Duration.ofSeconds(1));
    claim(2);
    List<JobId> jobs = List.of(old.id(), young, waiting);

    assertThat(entries(AttemptFilter.latest(jobs, 10)))
        .containsExactly(old.id() + " 1", old.id() + " 2", young + " 1", young + " 2");
    assertThat(entries(AttemptFilter.latest(jobs, 3)))
        .containsExactly(old.id() + " 2", young + " 1", young + " 2");
    assertThat(entries(AttemptFilter.latest(List.of(young, old.id()), 10).before(2)))
        .containsExactly(old.id() + " 1", old.id() + " 2", young + " 1");
    assertThat(entries(AttemptFilter.latest(List.of(), 10))).isEmpty();
  }

  private List<String> entries(AttemptFilter filter) {
    return queries().attempts(filter).stream()
        .map(attempt -> attempt.jobId() + " " + attempt.number().entry())
        .toList();
  }
}
