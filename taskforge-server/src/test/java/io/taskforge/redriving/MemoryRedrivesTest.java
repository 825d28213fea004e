package io.taskforge.redriving;

import io.taskforge.store.JobStore;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;

class MemoryRedrivesTest extends RedrivesTest {
  @Override
  JobStore open(ManualClock clock) {
    return new MemoryJobStore(clock);
  }
}
