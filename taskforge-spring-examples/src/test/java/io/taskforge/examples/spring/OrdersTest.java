package io.taskforge.examples.spring;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobId;
import io.taskforge.spring.test.TaskForgeTest;
import io.taskforge.testing.TestForge;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The whole application: its own code enqueues, and the test runs the jobs. */
@TaskForgeTest
class OrdersTest {
  @Autowired Orders orders;
  @Autowired TestForge forge;

  @Test
  void an_order_reserves_the_stock_and_sends_a_mail() {
    JobId mail = JobId.parse(orders.place("lamp", "ann@example.org"));
    assertThat(orders.all()).containsExactly(Map.of("item", "lamp", "reserved", false));

    forge.runDue();
    assertThat(orders.all()).containsExactly(Map.of("item", "lamp", "reserved", true));
    forge.advance(ofSeconds(2)).runDue();
    assertThat(forge.job(mail)).succeeded().afterAttempts(2);
  }
}
