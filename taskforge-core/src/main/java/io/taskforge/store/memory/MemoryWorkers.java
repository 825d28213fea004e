package io.taskforge.store.memory;

import io.taskforge.job.WorkerMode;
import io.taskforge.query.WorkerInfo;
import io.taskforge.store.Heartbeat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Describes workers by their heartbeats. */
final class MemoryWorkers {
  private MemoryWorkers() {}

  /** Returns the worker of a heartbeat; {@code before} is null for its first one. */
  static WorkerInfo seen(Heartbeat beat, @Nullable WorkerInfo before, Instant now) {
    return new WorkerInfo(
        beat.lease().worker(),
        beat.host(),
        beat.version(),
        beat.queues(),
        beat.types(),
        beat.concurrency(),
        beat.running(),
        before == null ? WorkerMode.ACTIVE : before.mode(),
        before == null ? now : before.startedAt(),
        now);
  }
}
