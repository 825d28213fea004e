package io.taskforge.bench.sidebyside;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Orders with db-scheduler. */
// snippet:side-db-scheduler
class WithDbScheduler {
  record Mail(String to) implements Serializable {}

  static final TaskDescriptor<Mail> SEND = TaskDescriptor.of("send-mail", Mail.class);
  private static final int MAX_RETRIES = 5;

  static OneTimeTask<Mail> task(DataSource orders, Consumer<Mail> mailer) {
    return Tasks.oneTime(SEND)
        .onFailure((complete, operations) -> retryOrKeep(orders, complete, operations))
        .execute((instance, context) -> mailer.accept(instance.getData()));
  }

  private static void retryOrKeep(
      DataSource orders, ExecutionComplete complete, ExecutionOperations<Mail> operations) {
    int failures = complete.getExecution().consecutiveFailures;
    if (failures < MAX_RETRIES) {
      long most = Duration.ofSeconds(2).toMillis() << failures;
      Duration delay = Duration.ofMillis(ThreadLocalRandom.current().nextLong(most));
      operations.reschedule(complete, complete.getTimeDone().plus(delay));
      return;
    }
    Mail mail = (Mail) complete.getExecution().taskInstance.getData();
    try (Connection connection = orders.getConnection();
        var insert = connection.prepareStatement("INSERT INTO dead_letter VALUES (?, ?)")) {
      insert.setString(1, mail.to());
      insert.setString(2, complete.getCause().map(Throwable::toString).orElse(""));
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    operations.stop();
  }

  static void placeOrder(DataSource orders, OneTimeTask<Mail> task, String customer)
      throws SQLException {
    try (Connection connection = orders.getConnection()) {
      connection.setAutoCommit(false);
      OrderTable.insert(connection, customer);
      SchedulerClient.Builder.create(new SingleConnectionDataSource(connection, true), task)
          .build()
          .scheduleIfNotExists(
              SEND.instance(UUID.randomUUID().toString()).data(new Mail(customer)).build(),
              Instant.now());
      connection.commit();
    }
  }
}
// end
