package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.Enqueued;
import io.taskforge.job.TenantId;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.ProblemException;
import io.taskforge.server.tenant.EnqueueLimits;
import io.taskforge.server.tenant.StoredLimits;
import io.taskforge.server.tenant.TenantLimits;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import io.taskforge.store.StoreException;
import io.taskforge.store.memory.MemoryJobStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is not enqueued is not charged, and what was enqueued before is known at little cost. */
class QuotaChecksTest {
  private static final TenantId ACME = new TenantId("acme");
  private static final JobRequest JOB = JobRequest.of("work").tenant(ACME.value());

  private final MemoryJobStore store = new MemoryJobStore(InstantSource.system());
  private final StoredLimits stored = new StoredLimits(store.documents());
  private final AtomicInteger lookups = new AtomicInteger();
  private final QuotaChecks admission =
      new QuotaChecks(
          new EnqueueLimits(stored, store.queries(), () -> 0), countingLookups(), () -> 0);

  /** The same store, but whoever lists its jobs is counted. */
  private JobStore countingLookups() {
    JobQueries queries =
        standIn(
            JobQueries.class,
            (proxy, method, arguments) -> {
              if (method.getName().equals("list")) {
                lookups.incrementAndGet();
              }
              return method.invoke(store.queries(), arguments);
            });
    return standIn(
        JobStore.class,
        (proxy, method, arguments) ->
            method.getName().equals("queries") ? queries : method.invoke(store, arguments));
  }

  private static <T> T standIn(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @BeforeEach
  void one_job_a_second() {
    assertThat(stored.put(ACME, new TenantLimits(null, 1.0), 0)).isPresent();
  }

  private List<Enqueued> enqueue(List<JobRequest> jobs) {
    return admission.enqueue(Caller.LOCAL, jobs, List::of);
  }

  @Test
  void an_enqueue_that_fails_gives_back_what_it_was_charged() {
    StoreException broken = new StoreException("enqueue", true, null);

    assertThatThrownBy(
            () ->
                admission.enqueue(
                    Caller.LOCAL,
                    List.of(JOB),
                    () -> {
                      throw broken;
                    }))
        .isSameAs(broken);

    assertThat(enqueue(List.of(JOB))).isEmpty();
    assertThatThrownBy(() -> enqueue(List.of(JOB))).isInstanceOf(ProblemException.class);
  }

  private static List<JobRequest> withKeys(int number) {
    return IntStream.range(0, number).mapToObj(n -> JOB.idempotencyKey("k" + n)).toList();
  }

  /** Enqueues these by another way, and uses up what may be enqueued in this second. */
  private void known(List<JobRequest> jobs) {
    assertThat(TaskForge.builder().store(store).build().enqueueAll(jobs)).hasSameSizeAs(jobs);
    assertThat(admission.enqueue(Caller.LOCAL, List.of(JOB), List::of)).isEmpty();
  }

  @Test
  void a_batch_of_repeats_is_looked_up_once_for_each_key() {
    known(withKeys(100));
    List<JobRequest> twice = new ArrayList<>(withKeys(100));
    twice.addAll(withKeys(100));

    assertThat(enqueue(twice)).isEmpty();

    assertThat(lookups).hasValue(100);
  }

  @Test
  void a_batch_with_more_than_a_hundred_keys_is_refused_without_a_look() {
    known(withKeys(101));

    assertThatThrownBy(() -> enqueue(withKeys(101))).isInstanceOf(ProblemException.class);

    assertThat(lookups).hasValue(0);
  }

  @Test
  void a_batch_with_a_job_that_has_no_key_is_refused_without_a_look() {
    known(withKeys(2));
    List<JobRequest> jobs = new ArrayList<>(withKeys(2));
    jobs.add(JOB);

    assertThatThrownBy(() -> enqueue(jobs)).isInstanceOf(ProblemException.class);

    assertThat(lookups).hasValue(0);
  }
}
