package io.taskforge.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.taskforge.JobType;
import io.taskforge.job.Outcome;
import io.taskforge.testing.TestForge;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Counts the bytes that a job allocates in the client and the engine, on the in-memory store. */
class AllocationTest {
  private static final JobType<Long> TYPE = JobType.of("count", Long.class);
  private static final int JOBS = 1_000;
  private static final int ROUNDS = 5;

  /** Of a job that is enqueued alone, runs and succeeds; 30 % more than when this was written. */
  private static final long MAX_BYTES_PER_JOB = 9_000;

  @Test
  void a_job_allocates_a_limited_number_of_bytes() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long fewest = Long.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) { // the first ones load classes
      try (TestForge forge =
          TestForge.with(f -> f.handler(TYPE, (payload, context) -> Outcome.DONE))) {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (long job = 0; job < JOBS; job++) {
          forge.enqueue(TYPE, job);
        }
        assertThat(forge.runDue()).isEqualTo(JOBS);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        fewest = Math.min(fewest, bytes / JOBS);
      }
    }

    assertThat(fewest).isLessThan(MAX_BYTES_PER_JOB);
  }
}
