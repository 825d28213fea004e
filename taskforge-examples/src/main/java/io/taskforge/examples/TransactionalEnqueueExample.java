package io.taskforge.examples;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A job that exists if, and only if, the caller's own transaction is committed. */
public final class TransactionalEnqueueExample {
  private static final JobType<String> CONFIRM = JobType.of("confirm", String.class);

  private TransactionalEnqueueExample() {}

  public static void main(String[] args) throws Exception {
    Path file = TemporaryFile.create();
    JobsEnded ended = new JobsEnded(1);
    try (var store = SqliteJobStore.open(file);
        var forge =
            TaskForge.builder()
                .store(store)
                .listener(ended)
                .handler(
                    CONFIRM,
                    order -> {
                      System.out.println("confirming " + order);
                    })
                .build()
                .start();
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      try (var create = connection.createStatement()) {
        create.execute("CREATE TABLE orders (name TEXT NOT NULL)");
      }
      connection.setAutoCommit(false);

      placeOrder(connection, forge, "order 1");
      connection.rollback(); // neither order nor job
      placeOrder(connection, forge, "order 2");
      connection.commit(); // both

      ended.await();
      System.out.println(forge.stats().jobsByState());
    }
  }

  // snippet:enqueue-in
  static void placeOrder(Connection connection, TaskForge forge, String order) throws SQLException {
    try (var insert = connection.prepareStatement("INSERT INTO orders VALUES (?)")) {
      insert.setString(1, order);
      insert.executeUpdate();
    }
    forge.enqueueIn(connection, CONFIRM.with(order));
  }
  // end
}
