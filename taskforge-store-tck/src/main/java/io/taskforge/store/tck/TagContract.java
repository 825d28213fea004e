package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Retention;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tags: stored with the job, and jobs are found by one of them, newest first. */
interface TagContract extends StoreUnderTest {
  private List<JobId> tagged(JobFilter filter) {
    return queries().list(filter).items().stream().map(Job::id).toList();
  }

  @Test
  default void a_job_keeps_its_tags_in_order_and_without_duplicates() {
    JobId id = enqueue(aJob().tagged("vip", "customer:42", "vip"));
    JobId without = enqueue(aJob());

    assertThat(job(id).tags()).containsExactly("customer:42", "vip");
    assertThat(job(without).tags()).isEmpty();
    assertThat(queries().list(JobFilter.all(10)).items())
        .extracting(Job::tags)
        .containsExactlyInAnyOrder(List.of("customer:42", "vip"), List.of());
  }

  @Test
  default void jobs_are_listed_and_counted_by_tag_in_every_state() {
    JobId ended = enqueue(aJob().tagged("a", "b"));
    settle(succeeded(claimOne()));
    JobId runs = enqueue(aJob().tagged("a").keyed("k"));
    assertThat(claimOne().id()).isEqualTo(runs);
    enqueue(aJob().tagged("b"));
    JobId waits = enqueue(aJob().tagged("a").scheduledBy("nightly"));
    enqueue(aJob());

    JobFilter a = JobFilter.all(10).tag("a");
    assertThat(tagged(a)).containsExactly(waits, runs, ended);
    assertThat(queries().count(a, 10)).isEqualTo(3);
    assertThat(tagged(a.state(JobState.SUCCEEDED))).containsExactly(ended);
    assertThat(tagged(a.state(JobState.RUNNING))).containsExactly(runs);
    assertThat(tagged(a.state(JobState.QUEUED))).containsExactly(waits);
    assertThat(tagged(a.key(job(runs).idempotencyKey()))).containsExactly(runs);
    assertThat(tagged(a.queue(job(runs).queue()))).containsExactly(waits, runs, ended);
    assertThat(tagged(a.tenant(new TenantId("other")))).isEmpty();
    assertThat(tagged(a.tag("A"))).isEmpty();
    assertThat(tagged(a.tag("a b"))).isEmpty();
  }

  @Test
  default void a_list_by_tag_is_read_in_pages() {
    for (int i = 0; i < 5; i++) {
      enqueue(i == 2 ? aJob() : aJob().tagged("a"));
    }

    JobPage first = queries().list(JobFilter.all(3).tag("a"));
    JobPage second = queries().list(JobFilter.all(3).tag("a").before(first.next()));

    assertThat(first.items()).hasSize(3);
    assertThat(second.items()).hasSize(1);
    assertThat(second.next()).isNull();
  }

  @Test
  default void purged_jobs_are_not_found_by_their_tags() {
    enqueue(aJob().tagged("a"));
    settle(succeeded(claimOne()));
    advance(Duration.ofDays(30));
    assertThat(store().purge(Retention.DEFAULT, 100)).isEqualTo(1);
    JobId later = enqueue(aJob().tagged("a"));

    assertThat(tagged(JobFilter.all(10).tag("a"))).containsExactly(later);
  }
}
