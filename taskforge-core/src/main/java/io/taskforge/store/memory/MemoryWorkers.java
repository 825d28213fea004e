package io.taskforge.store.memory;

import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import io.taskforge.query.WorkerInfo;
import io.taskforge.store.Heartbeat;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Workers by their latest heartbeat. Guarded by the store that has them. */
final class MemoryWorkers {
  private final Map<WorkerId, WorkerInfo> workers = new TreeMap<>();

  WorkerInfo seen(Heartbeat beat, Instant now) {
    WorkerId worker = beat.lease().worker();
    WorkerInfo before = workers.get(worker);
    WorkerInfo info =
        new WorkerInfo(
            worker,
            beat.host(),
            beat.version(),
            beat.queues(),
            beat.types(),
            beat.concurrency(),
            beat.running(),
            before == null ? WorkerMode.ACTIVE : before.mode(),
            before == null ? now : before.startedAt(),
            now);
    workers.put(worker, info);
    return info;
  }

  /** Returns whether the worker is known. */
  boolean setMode(WorkerId worker, WorkerMode mode) {
    return workers.computeIfPresent(worker, (id, info) -> info.mode(mode)) != null;
  }

  /** Returns the version of a worker; null if it is not known. */
  @Nullable String version(WorkerId worker) {
    WorkerInfo info = workers.get(worker);
    return info == null || info.version().isEmpty() ? null : info.version();
  }

  void remove(WorkerId worker) {
    workers.remove(worker);
  }

  Collection<WorkerInfo> all() {
    return workers.values();
  }
}
