package io.taskforge.bench.sidebyside;

import static java.time.Duration.ofSeconds;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.job.PayloadHandler;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.RetryPolicy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Orders with TaskForge. */
// snippet:side-taskforge
class WithTaskForge {
  record Mail(String to) {}

  static final JobType<Mail> SEND = JobType.of("send-mail", Mail.class);

  static void configure(TaskForgeBuilder builder, PayloadHandler<Mail> mailer) {
    RetryPolicy policy = RetryPolicy.exponential(ofSeconds(2)).jitter(Jitter.full()).maxRetries(5);
    builder
        .queue("default", queue -> queue.retryPolicy(policy).deadLetterQueue("dead"))
        .handler(SEND, mailer);
  }

  static void placeOrder(DataSource orders, TaskForge forge, String customer) throws SQLException {
    try (Connection connection = orders.getConnection()) {
      connection.setAutoCommit(false);
      OrderTable.insert(connection, customer);
      forge.enqueueIn(connection, SEND.with(new Mail(customer)));
      connection.commit();
    }
  }
}
// end
