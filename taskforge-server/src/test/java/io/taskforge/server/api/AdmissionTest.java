package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.JobRequest;
import io.taskforge.job.TenantId;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.ProblemException;
import io.taskforge.server.tenant.EnqueueLimits;
import io.taskforge.server.tenant.StoredLimits;
import io.taskforge.server.tenant.TenantLimits;
import io.taskforge.store.Enqueued;
import io.taskforge.store.StoreException;
import io.taskforge.store.memory.MemoryJobStore;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is not enqueued is not charged. */
class AdmissionTest {
  private static final TenantId ACME = new TenantId("acme");
  private static final JobRequest JOB = JobRequest.of("work").tenant(ACME.value());

  private final MemoryJobStore store = new MemoryJobStore(InstantSource.system());
  private final StoredLimits stored = new StoredLimits(store.documents());
  private final Admission admission =
      new Admission(new EnqueueLimits(stored, store.queries(), () -> 0), store, () -> 0);

  @BeforeEach
  void one_job_a_second() {
    assertThat(stored.put(ACME, new TenantLimits(10L, 1.0), 0)).isPresent();
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
}
