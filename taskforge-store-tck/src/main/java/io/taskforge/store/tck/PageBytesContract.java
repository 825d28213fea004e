package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.Attempt;
import io.taskforge.job.JobId;
import io.taskforge.job.Payload;
import io.taskforge.job.TenantId;
import io.taskforge.query.AttemptFilter;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentPage;
import io.taskforge.store.PageBytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pagination of large items: the size of a page in bytes is limited. */
interface PageBytesContract extends StoreUnderTest {
  int MEBIBYTE = 1024 * 1024;

  /** A JSON string of exactly this many bytes. */
  private static String jsonOf(int bytes) {
    return "\"" + "x".repeat(bytes - 2) + "\"";
  }

  private List<JobId> enqueueLarge(int count) {
    return enqueueMany(count, () -> aJob().with(jsonOf(Payload.MAX_BYTES)));
  }

  @Test
  default void lost_jobs_are_taken_over_without_their_payloads() {
    enqueueLarge(1);
    claimOne();
    letLeasesExpire();

    assertThat(rescue()).extracting(ClaimedJob::payload).containsExactly("null");
  }

  @Test
  default void a_page_of_jobs_ends_at_four_mebibytes_and_the_next_one_follows() {
    List<JobId> newestFirst = reversed(enqueueLarge(40));

    List<List<JobId>> pages = pages(JobFilter.all(1_000));

    assertThat(PageBytes.MAX).isEqualTo(4 * MEBIBYTE);
    assertThat(pages).extracting(List::size).containsExactly(16, 16, 8);
    assertThat(pages.stream().flatMap(List::stream)).containsExactlyElementsOf(newestFirst);
  }

  @Test
  default void a_page_that_reaches_the_bytes_with_the_last_job_is_the_last() {
    enqueueLarge(16);

    assertThat(queries().list(JobFilter.all(16)).next()).isNull();
    assertThat(queries().list(JobFilter.all(1_000)).next()).isNull();
  }

  @Test
  default void jobs_without_payloads_fit_on_one_page_and_have_neither_payload_nor_result() {
    enqueueLarge(20);
    ClaimedJob done = claim(1).get(0);
    settle(succeeded(done, jsonOf(Payload.MAX_BYTES)));

    JobPage page = queries().list(JobFilter.all(1_000).withoutPayloads());

    assertThat(page.next()).isNull();
    assertThat(page.items())
        .hasSize(20)
        .allSatisfy(job -> assertThat(job).isEqualTo(job(job.id()).withoutPayload()));
  }

  @Test
  default void results_count_for_a_page_of_jobs() {
    enqueueMany(20);
    claim(20).forEach(job -> settle(succeeded(job, jsonOf(Payload.MAX_BYTES))));

    assertThat(pages(JobFilter.all(1_000))).extracting(List::size).containsExactly(16, 4);
  }

  @Test
  default void error_messages_count_for_a_page_of_jobs_without_payloads() {
    commitAll(runningMany(600), job -> givenUp(job, longFailure()));

    List<List<JobId>> pages = pages(JobFilter.all(1_000).withoutPayloads());

    assertThat(pages).hasSizeGreaterThan(1);
    assertThat(pages.stream().flatMap(List::stream)).doesNotHaveDuplicates().hasSize(600);
  }

  @Test
  default void bytes_are_counted_as_utf_8() {
    String wide = "\"" + "\u20ac".repeat((Payload.MAX_BYTES - 2) / 3) + "\"";
    enqueueMany(18, () -> aJob().with(wide));

    assertThat(pages(JobFilter.all(1_000))).extracting(List::size).containsExactly(17, 1);
  }

  @Test
  default void a_list_by_key_ends_at_the_bytes_too() {
    for (int i = 0; i < 20; i++) {
      enqueue(aJob().of("tenant-" + i).keyed("k").with(jsonOf(Payload.MAX_BYTES)));
    }

    assertThat(pages(JobFilter.all(1_000).key(key("k"))))
        .extracting(List::size)
        .containsExactly(16, 4);
  }

  @Test
  default void a_history_ends_at_four_mebibytes_and_goes_on_before_its_first() {
    JobId id = failing(180, longFailure());
    List<Attempt> all = new ArrayList<>();
    int pages = 0;
    List<Attempt> page = queries().attempts(AttemptFilter.latest(id, 1_000));
    while (!page.isEmpty()) {
      pages++;
      all.addAll(0, page);
      page =
          queries().attempts(AttemptFilter.latest(id, 1_000).before(all.get(0).number().entry()));
    }

    assertThat(pages).isGreaterThan(1);
    assertThat(all)
        .extracting(Attempt::attempt)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 180).boxed().toList());
  }

  @Test
  default void a_history_without_texts_is_whole() {
    JobId id = failing(180, longFailure());
    claimOne();

    List<Attempt> slim = queries().attempts(AttemptFilter.latest(id, 1_000).withoutTexts());

    assertThat(slim).hasSize(181);
    assertThat(slim.subList(171, 181))
        .isEqualTo(queries().attempts(id, 10).stream().map(Attempt::withoutTexts).toList());
  }

  @Test
  default void a_history_before_an_attempt_has_the_latest_before_it() {
    JobId id = failing(5, TIMEOUT);
    claimOne();

    assertThat(queries().attempts(AttemptFilter.latest(id, 2).before(4)))
        .extracting(Attempt::attempt)
        .containsExactly(2, 3);
    assertThat(queries().attempts(AttemptFilter.latest(id, 2).before(7)))
        .extracting(Attempt::attempt)
        .containsExactly(5, 6);
    assertThat(queries().attempts(AttemptFilter.latest(id, 2).before(1))).isEmpty();
  }

  @Test
  default void a_claim_ends_at_its_bytes_and_leaves_the_others_to_the_next() {
    List<JobId> all = new ArrayList<>(enqueueLarge(20));
    all.addAll(
        enqueueMany(20, () -> aJob().of("acme").priority(1).with(jsonOf(Payload.MAX_BYTES))));
    List<Integer> sizes = new ArrayList<>();
    List<JobId> claimed = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      List<ClaimedJob> some = claim(claimBy(WORKER).upTo(1_000).maxBytes(PageBytes.MAX));
      sizes.add(some.size());
      some.forEach(job -> claimed.add(job.id()));
    }

    assertThat(sizes).containsExactly(16, 16, 8, 0);
    assertThat(claimed).containsExactlyInAnyOrderElementsOf(all);
    assertThat(waiting()).isZero();
  }

  @Test
  default void a_claim_has_one_job_at_least_however_large() {
    enqueueLarge(2);

    assertThat(claim(claimBy(WORKER).upTo(10).maxBytes(1))).hasSize(1);
    assertThat(waiting()).isEqualTo(1);
  }

  @Test
  default void a_page_of_documents_ends_at_four_mebibytes_and_the_next_one_follows() {
    TenantId tenant = tenant("acme");
    List<DocumentKey> keys = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      keys.add(new DocumentKey(DocumentKind.SCHEDULE, tenant, "s%02d".formatted(i)));
      store().documents().create(keys.get(i), jsonOf(Payload.MAX_BYTES), null);
    }

    DocumentPage first = store().documents().list(DocumentKind.SCHEDULE, null, null, 1_000);
    DocumentPage second =
        store().documents().list(DocumentKind.SCHEDULE, tenant, first.next(), 1_000);
    List<DocumentKey> walked = new ArrayList<>();
    store()
        .documents()
        .forEach(DocumentKind.SCHEDULE, null, document -> walked.add(document.key()));

    assertThat(first.items()).hasSize(16);
    assertThat(first.next()).isEqualTo(keys.get(15));
    assertThat(second.items()).hasSize(4);
    assertThat(second.next()).isNull();
    assertThat(walked).isEqualTo(keys);
  }

  @Test
  default void documents_are_counted_by_kind_and_tenant() {
    for (String id : List.of("a", "b")) {
      store()
          .documents()
          .create(new DocumentKey(DocumentKind.SCHEDULE, tenant("acme"), id), "{}", null);
    }

    assertThat(store().documents().count(DocumentKind.SCHEDULE, tenant("acme"))).isEqualTo(2);
    assertThat(store().documents().count(DocumentKind.SCHEDULE, tenant("beta"))).isZero();
    assertThat(store().documents().count(DocumentKind.WEBHOOK, tenant("acme"))).isZero();
  }

  /** Returns a job that has failed this often. */
  private JobId failing(int times, Failure failure) {
    JobId id = enqueue(aJob());
    repeat(times, () -> settle(retried(claimOne(), Duration.ZERO, failure)));
    return id;
  }

  /** A failure with 24 KiB of text. */
  private static Failure longFailure() {
    return Failure.of(
            ErrorType.of("timeout"), FailureKind.TRANSIENT, "m".repeat(Failure.MAX_MESSAGE_BYTES))
        .withStackTrace("s".repeat(Failure.MAX_STACK_BYTES));
  }
}
