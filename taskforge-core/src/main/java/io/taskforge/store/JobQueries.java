package io.taskforge.store;

import io.taskforge.query.WorkerInfo;
import java.util.List;

/** Queries of a store. They never block claims or commits, and may be slightly behind them. */
public interface JobQueries extends JobLookups, AttemptQueries, StatisticsQueries {
  /** Returns the workers with a heartbeat within three lease durations, ordered by id. */
  List<WorkerInfo> workers();
}
