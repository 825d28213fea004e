package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobId;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPlace;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a search needs: jobs by the end of their id, known names, counts with a limit. */
interface SearchContract extends StoreUnderTest {
  private static String digits(JobId id) {
    return id.toString().replace("-", "");
  }

  @Test
  default void a_job_is_found_by_the_end_of_its_id_among_the_newest() {
    JobId first = enqueue(aJob());
    JobId second = enqueue(aJob());

    String end = digits(first).substring(20);
    assertThat(queries().idsEndingWith(end, 100)).contains(first);
    assertThat(queries().idsEndingWith(digits(second), 100)).containsExactly(second);
    assertThat(queries().idsEndingWith(digits(first), 1)).as("only the newest").isEmpty();
    assertThat(queries().idsEndingWith("0123456789abcdef01234567", 100)).isEmpty();
  }

  @Test
  default void places_are_where_jobs_ran_or_ended() {
    enqueue(aJob().of("a").in("x").ofType("t"));
    claim(claimBy(WORKER).from("x", 1).types("t").upTo(1)).forEach(job -> settle(succeeded(job)));
    cancel(enqueue(aJob().of("b").in("y").ofType("u")), "never mind");
    enqueue(aJob().of("c").in("z").ofType("v"));
    JobPlace ran = new JobPlace(tenant("a"), queue("x"), type("t"));
    JobPlace ended = new JobPlace(tenant("b"), queue("y"), type("u"));

    assertThat(queries().places(null, START, 10)).containsExactlyInAnyOrder(ran, ended);
    assertThat(queries().places(tenant("b"), START, 10)).containsExactly(ended);
    assertThat(queries().places(null, START, 1)).hasSize(1);
    assertThat(queries().places(null, START.plus(Duration.ofDays(2)), 10))
        .doesNotContain(ended, ran);
  }

  @Test
  default void a_count_stops_at_its_limit() {
    enqueueAll(aJob(), aJob(), aJob());

    assertThat(queries().count(JobFilter.all(1), 2)).isEqualTo(2);
    assertThat(queries().count(JobFilter.all(1), 5)).isEqualTo(3);
  }
}
