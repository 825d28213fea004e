package io.taskforge.cli.load;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.job.Outcome;
import io.taskforge.job.Transition;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.util.List;

/** TaskForge on a store. */
public final class ForgeSystem implements JobSystem {
  private static final JobType<Long> TYPE = JobType.of("bench", Long.class);

  private final JobStore store;
  private final TaskForge client;
  private volatile TaskForge enqueuing;

  /** Uses a store, which the caller closes. */
  public ForgeSystem(JobStore store) {
    this.store = store;
    this.client = TaskForge.builder().store(store).build();
    this.enqueuing = client;
  }

  @Override
  public void enqueue(NewJob job) {
    enqueuing.enqueue(request(job));
  }

  @Override
  public void enqueueAll(List<NewJob> jobs) {
    enqueuing.enqueueAll(jobs.stream().map(ForgeSystem::request).toList());
  }

  private static JobRequest request(NewJob job) {
    JobRequest request = TYPE.with(job.number());
    if (job.tenant() != 0) {
      request = request.tenant("tenant-" + job.tenant());
    }
    if (!job.delay().isZero()) {
      request = request.delay(job.delay());
    }
    return job.priority() == 0 ? request : request.priority(job.priority());
  }

  @Override
  public Runnable work(int concurrency, Work work) {
    TaskForge worker =
        TaskForge.builder()
            .store(store)
            .concurrency(concurrency)
            .retryPolicy(RetryPolicy.fixed(Duration.ofMillis(1)))
            .listener(
                event -> {
                  if (event.transition() == Transition.COMPLETED) {
                    work.completed();
                  }
                })
            .handler(
                TYPE,
                (number, context) -> {
                  work.run(number, context.attempt());
                  return Outcome.DONE;
                })
            .build();
    worker.start();
    enqueuing = worker; // as in a program that enqueues jobs and runs them
    return () -> {
      enqueuing = client;
      worker.close();
    };
  }

  @Override
  public void close() {
    client.close();
  }
}
