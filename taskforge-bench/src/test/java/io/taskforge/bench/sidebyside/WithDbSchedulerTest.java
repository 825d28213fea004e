package io.taskforge.bench.sidebyside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.testhelper.ManualScheduler;
import com.github.kagkarlsson.scheduler.testhelper.SettableClock;
import com.github.kagkarlsson.scheduler.testhelper.TestHelper;
import io.taskforge.bench.sidebyside.WithDbScheduler.Mail;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk") // the benchmarks are built with the newest JDK only
class WithDbSchedulerTest {
  private static final String TASKS =
      """
      CREATE TABLE scheduled_tasks (task_name text NOT NULL, task_instance text NOT NULL,
        task_data bytea, execution_time timestamptz NOT NULL, picked boolean NOT NULL, picked_by text,
        last_success timestamptz, last_failure timestamptz, consecutive_failures int,
        last_heartbeat timestamptz, version bigint NOT NULL, priority smallint, state text,
        PRIMARY KEY (task_name, task_instance))
      """;
  private static final String DEAD_LETTERS =
      "CREATE TABLE dead_letter (customer text, reason text)";

  // snippet:side-db-scheduler-test
  @Test
  void a_mail_that_cannot_be_sent_is_a_dead_letter_after_six_attempts() throws Exception {
    DataSource orders = OrderTable.create(TASKS, DEAD_LETTERS);
    OneTimeTask<Mail> task = WithDbScheduler.task(orders, mail -> fail());
    ManualScheduler scheduler =
        TestHelper.createManualScheduler(orders, task).clock(new SettableClock()).build();
    scheduler.schedule(task.instance("1", new Mail("ann")), scheduler.getClock().now());
    for (int attempt = 1; attempt <= 6; attempt++) {
      scheduler.tick(Duration.ofMinutes(5));
      scheduler.runAnyDueExecutions();
    }
    assertThat(OrderTable.count(orders, "dead_letter")).isEqualTo(1);
    assertThat(scheduler.getScheduledExecutions()).isEmpty();
  }

  @Test
  void a_mail_is_stored_with_its_order_or_not_at_all() throws Exception {
    DataSource orders = OrderTable.create(TASKS, DEAD_LETTERS);
    OneTimeTask<Mail> task = WithDbScheduler.task(orders, mail -> fail());
    WithDbScheduler.placeOrder(orders, task, "ann");
    assertThatThrownBy(() -> WithDbScheduler.placeOrder(orders, task, "ann"));
    assertThat(OrderTable.count(orders, "scheduled_tasks")).isEqualTo(1);
  }

  // end

  private static void fail() {
    throw new IllegalStateException("the mail server is down");
  }
}
