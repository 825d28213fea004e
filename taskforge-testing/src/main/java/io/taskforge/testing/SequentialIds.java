package io.taskforge.testing;

import io.taskforge.job.JobId;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Generates reproducible version 7 job ids from a clock and a counter. Thread-safe. */
public final class SequentialIds implements Supplier<JobId> {
  private static final long VERSION_7 = 0x7000L;
  private static final long VARIANT = 0x8000000000000000L;

  private final InstantSource clock;
  private final AtomicLong count = new AtomicLong();

  /** Creates a source of ids whose time is that of {@code clock}. */
  public SequentialIds(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public JobId get() {
    return new JobId(new UUID(clock.millis() << 16 | VERSION_7, VARIANT | count.incrementAndGet()));
  }
}
