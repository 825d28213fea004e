package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lists of jobs: filters and keyset pagination. */
interface ListContract extends StoreUnderTest {
  JobFilter ALL = JobFilter.all(100);

  @Test
  default void an_empty_store_lists_nothing() {
    assertThat(queries().list(ALL)).isEqualTo(new JobPage(List.of(), null));
  }

  @Test
  default void jobs_are_listed_newest_id_first_wherever_they_are() {
    List<JobId> ids = List.copyOf(oneInEachState().values());

    assertThat(listed(ALL)).isEqualTo(reversed(ids));
  }

  @Test
  default void a_listed_job_is_the_same_as_one_that_is_looked_up() {
    oneInEachState();

    assertThat(queries().list(ALL).items())
        .allSatisfy(job -> assertThat(job).isEqualTo(job(job.id())));
  }

  @Test
  default void each_state_lists_its_own() {
    oneInEachState()
        .forEach((state, id) -> assertThat(listed(ALL.state(state))).containsExactly(id));
  }

  @Test
  default void a_queue_lists_what_is_in_it_now() {
    JobId waiting = enqueue(aJob().in("mail"));
    JobId dead = dead(aJob().in("sms"));

    assertThat(listed(ALL.queue(queue("mail")))).containsExactly(waiting);
    assertThat(listed(ALL.queue(queue("dead")))).containsExactly(dead);
    assertThat(listed(ALL.queue(queue("sms")))).isEmpty();
  }

  @Test
  default void running_and_finished_jobs_are_listed_under_their_queue_type_and_tenant() {
    JobId done = settled(aJob().in("mail").of("acme"), this::succeeded);
    ClaimedJob running = running(aJob().in("mail").of("acme"));
    enqueue(aJob().in("mail").of("other"));

    JobFilter filter = ALL.queue(queue("mail")).type(JobDraft.TYPE).tenant(tenant("acme"));
    assertThat(listed(filter)).containsExactly(running.id(), done);
    assertThat(listed(filter.state(JobState.RUNNING))).containsExactly(running.id());
    assertThat(listed(filter.state(JobState.SUCCEEDED))).containsExactly(done);
  }

  @Test
  default void a_type_and_a_tenant_list_their_own() {
    JobId a = enqueue(aJob().ofType("a").of("x"));
    JobId b = enqueue(aJob().ofType("b").of("x"));
    JobId c = enqueue(aJob().ofType("b").of("y"));

    assertThat(listed(ALL.type(type("b")))).containsExactly(c, b);
    assertThat(listed(ALL.tenant(tenant("x")))).containsExactly(b, a);
    assertThat(listed(ALL.type(type("b")).tenant(tenant("x")))).containsExactly(b);
  }

  @Test
  default void an_error_type_lists_jobs_that_failed_so_without_regard_to_case() {
    JobId failed = settled(job -> givenUp(job, failure("TimeOut")));
    JobId retrying = settled(job -> retried(job, Duration.ofHours(1), failure("timeout")));
    JobId dead = dead(aJob());
    settled(job -> givenUp(job, failure("http_503")));
    enqueue(aJob());

    assertThat(listed(ALL.errorType("TIMEOUT"))).containsExactly(dead, retrying, failed);
    assertThat(listed(ALL.errorType("timeout").state(JobState.FAILED))).containsExactly(failed);
    assertThat(listed(ALL.errorType("time%"))).isEmpty();
    assertThat(listed(ALL.errorType("http_5_3"))).isEmpty();
  }

  @Test
  default void a_job_that_failed_and_then_succeeded_is_not_listed_under_its_old_error() {
    settle(retried(running(aJob()), Duration.ZERO));
    settle(succeeded(claimOne()));

    assertThat(listed(ALL.errorType("timeout"))).isEmpty();
  }

  @Test
  default void a_key_lists_its_job_of_each_tenant() {
    JobId ours = enqueue(aJob().of("ours").keyed("k"));
    JobId theirs = enqueue(aJob().of("theirs").keyed("k"));
    enqueue(aJob().keyed("K"));

    assertThat(listed(keyed("k"))).containsExactly(theirs, ours);
    assertThat(listed(keyed("k").tenant(tenant("ours")))).containsExactly(ours);
    assertThat(listed(keyed("unknown"))).isEmpty();
  }

  @Test
  default void a_time_of_making_includes_its_start_and_not_its_end() {
    JobId first = enqueue(aJob());
    advance(TICK);
    JobId second = enqueue(aJob());
    advance(TICK);
    JobId third = enqueue(aJob());

    assertThat(listed(ALL.createdFrom(START.plus(TICK)))).containsExactly(third, second);
    assertThat(listed(ALL.createdBefore(START.plus(TICK)))).containsExactly(first);
    assertThat(
            listed(
                ALL.createdFrom(START.plus(TICK)).createdBefore(START.plus(TICK.multipliedBy(2)))))
        .containsExactly(second);
  }

  @Test
  default void pages_hold_each_job_once() {
    List<JobId> ids = enqueueMany(25);

    List<List<JobId>> pages = pages(JobFilter.all(10));

    assertThat(pages.stream().flatMap(List::stream)).containsExactlyElementsOf(reversed(ids));
    assertThat(pages).extracting(List::size).containsExactly(10, 10, 5);
  }

  @Test
  default void a_page_that_is_just_full_is_the_last() {
    enqueueMany(10);

    assertThat(queries().list(JobFilter.all(10)).next()).isNull();
    assertThat(queries().list(JobFilter.all(9)).next()).isNotNull();
  }

  @Test
  default void jobs_that_come_in_meanwhile_do_not_shift_the_pages() {
    List<JobId> ids = enqueueMany(4);
    JobPage first = queries().list(JobFilter.all(2));
    enqueueMany(3);
    claim(1);

    JobId next = first.next();
    assertThat(next).isEqualTo(ids.get(2));
    assertThat(listed(JobFilter.all(2).before(ids.get(2)))).containsExactly(ids.get(1), ids.get(0));
  }

  @Test
  default void a_filtered_list_has_pages_too() {
    repeat(6, () -> enqueueAll(aJob().of("x"), aJob().of("y")));
    JobFilter filter = JobFilter.all(4).tenant(tenant("x"));

    JobPage first = queries().list(filter);
    assertThat(first.items()).hasSize(4);
    JobId next = first.next();
    assertThat(next).isNotNull();
    JobPage second = queries().list(next == null ? filter : filter.before(next));
    assertThat(second.items()).hasSize(2).allMatch(job -> job.tenant().value().equals("x"));
    assertThat(second.next()).isNull();
  }

  private Map<JobState, JobId> oneInEachState() {
    Map<JobState, JobId> jobs = new LinkedHashMap<>();
    jobs.put(JobState.QUEUED, enqueue(aJob().in("late")));
    jobs.put(JobState.RUNNING, running(aJob()).id());
    jobs.put(JobState.RETRYING, settled(job -> retried(job, Duration.ofHours(1))));
    jobs.put(JobState.SUCCEEDED, settled(job -> succeeded(job, "1")));
    jobs.put(JobState.FAILED, settled(this::givenUp));
    jobs.put(JobState.DEAD, settled(this::deadLettered));
    jobs.put(JobState.CANCELLED, settled(this::discarded));
    return jobs;
  }

  private Failure failure(String type) {
    return failure(type, FailureKind.TRANSIENT, "no answer");
  }

  private JobFilter keyed(String key) {
    return ALL.key(key(key));
  }
}
