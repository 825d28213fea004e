package io.taskforge.examples;

import static java.time.Duration.ofMillis;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.JobContext;
import io.taskforge.job.Outcome;
import io.taskforge.retry.RetryPolicy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A handler whose writes and whose job's completion are committed together, or not at all. */
public final class CompleteInTransactionExample {
  private static final JobType<Integer> BOOK = JobType.of("book", Integer.class);

  private CompleteInTransactionExample() {}

  public static void main(String[] args) throws Exception {
    Path file = TemporaryFile.create();
    JobsEnded ended = new JobsEnded(1);
    try (var store = SqliteJobStore.open(file);
        Connection own = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      try (var create = own.createStatement()) {
        create.execute("CREATE TABLE booking (amount INTEGER NOT NULL)");
      }
      try (var forge =
          TaskForge.builder()
              .store(store)
              .listener(ended)
              .retryPolicy(RetryPolicy.fixed(ofMillis(100)))
              .handler(BOOK, (amount, context) -> book(file, amount, context))
              .build()
              .start()) {
        forge.enqueue(BOOK, 42);
        ended.await();
        System.out.println(forge.stats().jobsByState());
      }
      try (var query = own.createStatement();
          var row = query.executeQuery("SELECT count(*), sum(amount) FROM booking")) {
        System.out.println("bookings: " + row.getInt(1) + ", in all " + row.getInt(2));
      }
    }
  }

  // snippet:complete-in
  static Outcome book(Path file, int amount, JobContext context) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      connection.setAutoCommit(false);
      try (var insert = connection.prepareStatement("INSERT INTO booking VALUES (?)")) {
        insert.setInt(1, amount);
        insert.executeUpdate();
      }
      if (context.attempt() == 1) {
        throw new IllegalStateException("fails before the commit: nothing was booked");
      }
      context.completeIn(connection); // throws if this worker has lost the job
      connection.commit();
      return Outcome.DONE;
    }
  }
  // end
}
