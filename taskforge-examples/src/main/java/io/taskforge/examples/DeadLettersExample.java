package io.taskforge.examples;

import static java.time.Duration.ofMillis;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.Job;
import io.taskforge.job.JobState;
import io.taskforge.query.JobFilter;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.store.JobStore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Jobs that use up their retries go to a dead letter queue, and come back when the fault is mended.
 */
public final class DeadLettersExample {
  private static final JobType<String> SHIP = JobType.of("ship", String.class);

  private DeadLettersExample() {}

  public static void main(String[] args) throws Exception {
    AtomicBoolean mended = new AtomicBoolean();
    try (var store = SqliteJobStore.open(TemporaryFile.create())) {
      JobsEnded dead = new JobsEnded(2);
      try (TaskForge forge = worker(store, mended).listener(dead).build().start()) {
        forge.enqueue(SHIP.with("parcel 1").queue("shipping"));
        forge.enqueue(SHIP.with("parcel 2").queue("shipping"));
        dead.await();
      }
      mended.set(true);
      JobsEnded done = new JobsEnded(2);
      try (TaskForge forge = worker(store, mended).listener(done).build().start()) {
        // snippet:redrive
        for (Job job : forge.jobs(JobFilter.all(100).state(JobState.DEAD)).items()) {
          DeadLetter letter = job.deadLetter();
          System.out.println(job.payload() + " is in " + job.queue() + ": " + letter);
          forge.redrive(job.id());
        }
        // end
        done.await();
        forge
            .jobs(JobFilter.all(100))
            .items()
            .forEach(job -> System.out.println(job.payload() + " is " + job.state()));
      }
    }
  }

  private static TaskForgeBuilder worker(JobStore store, AtomicBoolean mended) {
    return TaskForge.builder()
        .store(store)
        // snippet:dead-letters
        .queue(
            "shipping",
            queue ->
                queue
                    .retryPolicy(RetryPolicy.fixed(ofMillis(100)).maxRetries(1))
                    .deadLetterQueue("shipping-dead"))
        // end
        .handler(
            SHIP,
            parcel -> {
              if (!mended.get()) {
                throw new IllegalStateException("no label for " + parcel);
              }
            });
  }
}
