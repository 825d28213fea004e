package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.Enqueued;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.Problem;
import io.taskforge.server.tenant.StoredLimits;
import io.taskforge.server.tenant.StoredTenantQuotas;
import io.taskforge.server.tenant.TenantLimits;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
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

/** Only new jobs are charged, and repeats are found at little cost. */
class QuotaChecksTest {
  private static final TenantId ACME = new TenantId("acme");
  private static final JobRequest JOB = JobRequest.of("work").tenant(ACME.value());

  private final MemoryJobStore store = new MemoryJobStore(InstantSource.system());
  private final StoredLimits stored = new StoredLimits(store.documents());
  private final AtomicInteger lookups = new AtomicInteger();
  private final QuotaChecks quotas =
      new QuotaChecks(
          new StoredTenantQuotas(stored, store.queries(), () -> 0), countingLookups(), () -> 0);

  /** A store that counts queries. */
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
    return quotas.enqueue(Caller.LOCAL, jobs, List::of);
  }

  @Test
  void a_failed_enqueue_is_not_charged() {
    StoreException broken = new StoreException("enqueue", true, null);

    assertThatThrownBy(
            () ->
                quotas.enqueue(
                    Caller.LOCAL,
                    List.of(JOB),
                    () -> {
                      throw broken;
                    }))
        .isSameAs(broken);

    assertThat(enqueue(List.of(JOB))).isEmpty();
    assertThatThrownBy(() -> enqueue(List.of(JOB))).isInstanceOf(Problem.class);
  }

  private static List<JobRequest> withKeys(int number) {
    return IntStream.range(0, number).mapToObj(n -> JOB.idempotencyKey("k" + n)).toList();
  }

  /** Enqueues these without quota checks, and exhausts the rate limit of this second. */
  private void known(List<JobRequest> jobs) {
    assertThat(TaskForge.builder().store(store).build().enqueueAll(jobs)).hasSameSizeAs(jobs);
    assertThat(quotas.enqueue(Caller.LOCAL, List.of(JOB), List::of)).isEmpty();
  }

  @Test
  void a_batch_of_repeats_costs_one_lookup_per_key() {
    known(withKeys(100));
    List<JobRequest> twice = new ArrayList<>(withKeys(100));
    twice.addAll(withKeys(100));

    assertThat(enqueue(twice)).isEmpty();

    assertThat(lookups).hasValue(100);
  }

  @Test
  void a_batch_with_more_than_a_hundred_keys_is_rejected_without_lookup() {
    known(withKeys(101));

    assertThatThrownBy(() -> enqueue(withKeys(101))).isInstanceOf(Problem.class);

    assertThat(lookups).hasValue(0);
  }

  @Test
  void a_batch_with_a_job_without_key_is_rejected_without_lookup() {
    known(withKeys(2));
    List<JobRequest> jobs = new ArrayList<>(withKeys(2));
    jobs.add(JOB);

    assertThatThrownBy(() -> enqueue(jobs)).isInstanceOf(Problem.class);

    assertThat(lookups).hasValue(0);
  }
}
