package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.Attempt;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.query.JobFilter;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Text that databases reject or could misinterpret: it never prevents a commit. */
interface HostileTextContract extends StoreUnderTest {
  /** Text that databases reject: NUL, and unpaired surrogates. */
  String BROKEN = "begin \0 \ud83d \ude00 end";

  /** Text that looks like SQL, patterns or escapes. */
  String MEANING =
      "'; DROP TABLE job; -- \" ` \\ \\' $$ $1 ? :name {}[] %s %_ ${prefix} \t é 😀 \u202e \ufffe";

  @Test
  default void text_that_means_something_to_databases_is_kept_as_it_is() {
    ClaimedJob claimed = running(aJob());
    settle(
        saying(retried(claimed, Duration.ZERO, failure(MEANING)), MEANING, List.of(MEANING), 1.0));
    settle(deadLettered(claimOne(), "dead", MEANING));

    Attempt attempt = attempts(claimed.id()).get(0);
    assertThat(attempt.message()).isEqualTo(MEANING);
    assertThat(attempt.stackTrace()).isEqualTo(MEANING);
    assertThat(attempt.explanation()).isEqualTo(MEANING);
    assertThat(attempt.log()).containsExactly(MEANING);
    assertThat(Objects.requireNonNull(job(claimed.id()).deadLetter()).reason()).isEqualTo(MEANING);
    assertThat(attempts(claimed.id()).get(1).explanation()).isEqualTo(MEANING);
  }

  @Test
  default void a_failure_with_text_that_cannot_be_stored_is_committed() {
    ClaimedJob claimed = running(aJob());
    settle(saying(givenUp(claimed, failure(BROKEN)), BROKEN, List.of(BROKEN, "fine"), null));

    Attempt attempt = attempts(claimed.id()).get(0);
    assertMended(attempt.message());
    assertMended(attempt.stackTrace());
    assertMended(attempt.explanation());
    assertThat(attempt.log()).hasSize(2);
    assertMended(attempt.log().get(0));
    assertThat(attempt.log().get(1)).isEqualTo("fine");
    assertMended(Objects.requireNonNull(job(claimed.id()).lastError()).message());
  }

  @Test
  default void one_jobs_broken_text_does_not_keep_others_from_being_committed() {
    List<ClaimedJob> claimed = runningMany(3);
    commitAll(
        succeeded(claimed.get(0)),
        saying(succeeded(claimed.get(1)), BROKEN, List.of(BROKEN), null),
        succeeded(claimed.get(2)));

    assertThat(claimed).allMatch(job -> job(job.id()).state() == JobState.SUCCEEDED);
  }

  @Test
  default void a_dead_letter_with_a_reason_that_cannot_be_stored_is_moved() {
    JobId id = settled(job -> deadLettered(job, "dead", BROKEN));

    assertThat(job(id).state()).isEqualTo(JobState.DEAD);
    assertMended(Objects.requireNonNull(job(id).deadLetter()).reason());
  }

  @Test
  default void a_cancellation_with_a_reason_that_cannot_be_stored_is_made() {
    JobId waiting = enqueue(aJob());
    assertThat(cancel(waiting, BROKEN).status()).isEqualTo(ChangeResult.Status.CHANGED);
    ClaimedJob running = running(aJob());
    assertThat(cancel(running.id(), BROKEN).status()).isEqualTo(ChangeResult.Status.REQUESTED);
    JobId retrying = settled(job -> retried(job, Duration.ofHours(1)));
    assertThat(change(retrying, new JobChange.CancelRetries(BROKEN)).status())
        .isEqualTo(ChangeResult.Status.CHANGED);

    assertMended(attempts(waiting).get(0).explanation());
    assertMended(attempts(retrying).get(1).explanation());
  }

  @Test
  default void a_worker_on_a_host_whose_name_cannot_be_stored_is_seen() {
    for (String host : List.of(BROKEN, MEANING)) {
      store().heartbeat(heartbeat(WORKER, LEASE, host));
    }

    assertThat(queries().workers())
        .singleElement()
        .matches(worker -> worker.host().equals(MEANING));
  }

  @Test
  default void a_filter_with_text_that_cannot_be_stored_finds_nothing() {
    settle(givenUp(running(aJob())));

    assertThat(queries().list(JobFilter.all(10).errorType(BROKEN)).items()).isEmpty();
    assertThat(queries().list(JobFilter.all(10).errorType(MEANING)).items()).isEmpty();
    assertThat(queries().list(JobFilter.all(10).errorType("' OR '1'='1")).items()).isEmpty();
    assertThat(queries().list(JobFilter.all(10).tag(BROKEN)).items()).isEmpty();
    assertThat(queries().list(JobFilter.all(10).tag("' OR '1'='1")).items()).isEmpty();
  }

  @Test
  default void a_log_line_with_line_breaks_is_still_one_line() {
    ClaimedJob claimed = running(aJob());
    settle(saying(succeeded(claimed), "", List.of("a\nb", "c\r\nd", "e"), null));

    List<String> log = attempts(claimed.id()).get(0).log();
    assertThat(log).hasSize(3).noneMatch(line -> line.contains("\n") || line.contains("\r"));
    assertThat(log.get(0)).startsWith("a").endsWith("b");
    assertThat(log.get(1)).startsWith("c").endsWith("d");
    assertThat(log.get(2)).isEqualTo("e");
  }

  @Test
  default void a_result_is_kept_to_the_character() {
    String result = " [1e400, 0.10, \"\\u0000\", \"\\ud800\", \"😀\", {\"a\":1,\"a\":2} ]\n";
    JobId id = settled(job -> succeeded(job, result));

    assertThat(job(id).result()).hasToString(result);
  }

  @Test
  default void the_longest_error_is_kept() {
    String message = "x".repeat(Failure.MAX_MESSAGE_BYTES);
    String stack = "\u00e9".repeat(Failure.MAX_STACK_BYTES / 2);
    ClaimedJob claimed = running(aJob());
    settle(givenUp(claimed, failure("E", FailureKind.PERMANENT, message).withStackTrace(stack)));

    assertThat(attempts(claimed.id()).get(0).message()).isEqualTo(message);
    assertThat(attempts(claimed.id()).get(0).stackTrace()).isEqualTo(stack);
  }

  private Failure failure(String text) {
    return failure("evil'--", FailureKind.TRANSIENT, text).withStackTrace(text);
  }

  private void assertMended(@Nullable String text) {
    assertThat(text).startsWith("begin ").endsWith(" end").doesNotContain("\0");
    assertThat(Objects.requireNonNull(text).codePoints())
        .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }
}
