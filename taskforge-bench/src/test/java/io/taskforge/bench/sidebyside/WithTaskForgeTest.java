package io.taskforge.bench.sidebyside;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.TaskForge;
import io.taskforge.bench.sidebyside.WithTaskForge.Mail;
import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.taskforge.job.JobId;
import io.taskforge.query.JobFilter;
import io.taskforge.testing.TestForge;
import java.net.ConnectException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk") // the benchmarks are built with the newest JDK only
class WithTaskForgeTest {
  // snippet:side-taskforge-test
  @Test
  void a_mail_that_cannot_be_sent_is_a_dead_letter_after_six_attempts() {
    try (TestForge forge =
        TestForge.with(builder -> WithTaskForge.configure(builder, mail -> fail()))) {
      JobId id = forge.enqueue(WithTaskForge.SEND, new Mail("ann")).id();
      for (int attempt = 1; attempt <= 6; attempt++) {
        forge.advance(ofMinutes(5)).runDue();
      }
      assertThat(forge.job(id)).isDead().afterAttempts(6);
    }
  }

  @Test
  void a_mail_is_stored_with_its_order_or_not_at_all() throws Exception {
    DataSource orders = OrderTable.create();
    try (PostgresJobStore store = PostgresJobStore.builder(orders).build();
        TaskForge forge = TaskForge.builder().store(store).build()) {
      WithTaskForge.placeOrder(orders, forge, "ann");
      assertThatThrownBy(() -> WithTaskForge.placeOrder(orders, forge, "ann"));
      assertThat(forge.jobs(JobFilter.all(10)).items()).hasSize(1);
    }
  }

  // end

  private static void fail() throws ConnectException {
    throw new ConnectException("the mail server is down");
  }
}
