package io.taskforge.examples;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.failure.ErrorType;
import io.taskforge.failure.FailureClassifier;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Job;
import io.taskforge.job.Outcome;
import io.taskforge.query.JobFilter;

/** Saying which failures are worth a retry: for a class of exceptions, and in the handler. */
public final class ClassifierExample {
  private static final JobType<String> SELL = JobType.of("sell", String.class);

  private ClassifierExample() {}

  private static final class OutOfStock extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutOfStock(String item) {
      super("no " + item + " left");
    }
  }

  public static void main(String[] args) throws Exception {
    // snippet:classifier
    FailureClassifier classifier =
        FailureClassifier.standard()
            .with(OutOfStock.class, ErrorType.of("out_of_stock"), FailureKind.PERMANENT);
    // end
    JobsEnded ended = new JobsEnded(2);
    try (var store = SqliteJobStore.open(TemporaryFile.create());
        var forge =
            TaskForge.builder()
                .store(store)
                .classifier(classifier)
                .listener(ended)
                .handler(SELL, (item, context) -> sell(item))
                .build()
                .start()) {
      forge.enqueue(SELL, "umbrella");
      forge.enqueue(SELL, "unicorn");
      ended.await();
      for (Job job : forge.jobs(JobFilter.all(10)).items()) {
        System.out.printf(
            "%s: %s after %d attempt, %s%n",
            job.payload(), job.state(), job.attempt(), job.lastError());
      }
    }
  }

  private static Outcome sell(String item) {
    if (item.equals("unicorn")) {
      throw HandlerFailure.of(ErrorType.of("no_such_item"), "there are no unicorns").doNotRetry();
    }
    throw new OutOfStock(item);
  }
}
