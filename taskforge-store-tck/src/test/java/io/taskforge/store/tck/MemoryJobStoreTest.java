package io.taskforge.store.tck;

import io.taskforge.store.JobStore;
import io.taskforge.store.memory.MemoryJobStore;
import java.time.InstantSource;

final class MemoryJobStoreTest extends JobStoreContract {
  @Override
  protected JobStore newStore(InstantSource clock) {
    return new MemoryJobStore(clock);
  }
}
