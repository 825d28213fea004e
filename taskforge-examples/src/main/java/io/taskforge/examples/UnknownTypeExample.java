package io.taskforge.examples;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Job;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Outcome;
import io.taskforge.query.JobFilter;
import io.taskforge.store.JobStore;

/** A job that no worker has a handler for waits, costs no attempt, and runs once one has. */
public final class UnknownTypeExample {
  private UnknownTypeExample() {}

  public static void main(String[] args) throws Exception {
    try (var store = SqliteJobStore.open(TemporaryFile.create())) {
      JobsEnded mailSent = new JobsEnded(1);
      try (TaskForge old = worker(store, "send-mail").listener(mailSent).build().start()) {
        old.enqueue(JobRequest.of("resize-image", "cat.png").priority(10));
        old.enqueue(JobRequest.of("send-mail", "Hello"));
        mailSent.await();
        // snippet:unknown-type
        JobFilter unhandled =
            JobFilter.all(100).state(JobState.QUEUED).type(new JobTypeName("resize-image"));
        for (Job job : old.jobs(unhandled).items()) {
          System.out.printf(
              "%s %s is %s, attempts: %d%n", job.type(), job.payload(), job.state(), job.attempt());
        }
        // end
      }
      System.out.println("a worker that knows the type starts");
      JobsEnded resized = new JobsEnded(1);
      try (TaskForge fresh = worker(store, "resize-image").listener(resized).build().start()) {
        resized.await();
        System.out.println(fresh.stats().jobsByState());
      }
    }
  }

  private static TaskForgeBuilder worker(JobStore store, String type) {
    return TaskForge.builder()
        .store(store)
        .handler(
            JobType.of(type, String.class),
            (payload, context) -> {
              System.out.println("running " + context.type() + " " + payload);
              return Outcome.DONE;
            });
  }
}
