package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.EndedJob;
import io.taskforge.job.Job;
import io.taskforge.store.ClaimedJob;
import java.util.List;

/** A store with follow-ups, and methods for tests about them. */
interface FollowUpsUnderTest extends StoreUnderTest {
  /** Enqueues a follow-up for each job that ends in this store. */
  default Echo echo() {
    Echo echo = Echo.of(this);
    store().followUps(echo);
    return echo;
  }

  default List<ClaimedJob> claimEchoes(int limit) {
    return claim(
        claimBy(OTHER_WORKER).from(Echo.QUEUE.value(), limit).types(Echo.TYPE.value()).upTo(limit));
  }

  /** Claims all follow-ups; returns the names of their ends. */
  default List<String> followed() {
    return claimEchoes(2_000).stream().map(job -> job.payload().replace("\"", "")).toList();
  }

  default boolean isEcho(EndedJob end) {
    return end.type().equals(Echo.TYPE);
  }

  /** Returns the only end that the follow-ups were called for. */
  default EndedJob only(Echo echo) {
    assertThat(echo.ends()).hasSize(1);
    return echo.ends().get(0);
  }

  /** Asserts that the follow-ups got the same data as a later lookup. */
  default void agreesWithItsJob(EndedJob end) {
    Job job = job(end.id());
    assertThat(end.state()).isEqualTo(job.state());
    assertThat(end.number()).isEqualTo(job.number());
    assertThat(end.at()).isEqualTo(job.finishedAt());
    assertThat(end.error()).isEqualTo(job.lastError());
    assertThat(end.type()).isEqualTo(job.type());
    assertThat(end.tenant()).isEqualTo(job.tenant());
    assertThat(end.queue())
        .isEqualTo(job.deadLetter() == null ? job.queue() : job.deadLetter().movedFrom());
  }
}
