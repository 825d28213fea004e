package io.taskforge.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.QueueName;
import io.taskforge.retry.PolicyChoice;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class QueueSettingsTest {
  private static final PolicyChoice POLICY = PolicyChoice.named("patient");
  private static final QueueName DEAD = new QueueName("dead");
  private static final StartRate RATE = new StartRate(5, Duration.ofSeconds(1));

  @Test
  void a_change_of_one_setting_keeps_the_others() {
    QueueSettings settings =
        QueueSettings.NONE.limitedTo(7, RATE).deadLetterQueue(DEAD).retryPolicy(POLICY);
    QueueSettings reversed =
        QueueSettings.NONE.retryPolicy(POLICY).deadLetterQueue(DEAD).limitedTo(7, RATE);

    assertThat(settings).isEqualTo(reversed);
    assertThat(reversed.retryPolicy()).isEqualTo(POLICY);
    assertThat(reversed.deadLetterQueue()).isEqualTo(DEAD);
    assertThat(settings.concurrency()).isEqualTo(7);
    assertThat(settings.rate()).isEqualTo(RATE);
  }
}
