package io.taskforge.cli.load;

import java.util.List;

/** A job queue under load. Its methods may be called by several threads. */
public interface JobSystem extends AutoCloseable {
  /** Creates the tables in an empty database. */
  default void create() throws Exception {}

  /** Enqueues one job durably. */
  void enqueue(NewJob job) throws Exception;

  /** Enqueues a batch, durably. */
  void enqueueAll(List<NewJob> jobs) throws Exception;

  /** Starts a worker; running the returned value stops it. */
  Runnable work(int concurrency, Work work) throws Exception;

  @Override
  void close();
}
