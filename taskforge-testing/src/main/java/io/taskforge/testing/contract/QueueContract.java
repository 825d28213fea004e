package io.taskforge.testing.contract;

import static io.taskforge.testing.contract.StoreUnderTest.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.retry.ErrorType;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.store.Queue;
import io.taskforge.store.QueueSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How queues are set, paused and remembered. */
interface QueueContract extends StoreUnderTest {
  @Test
  default void a_new_store_has_no_queues() {
    assertThat(store().queues()).isEmpty();
  }

  @Test
  default void a_queue_is_kept_with_its_policy_and_its_dead_letter_queue() {
    RetryPolicy policy =
        RetryPolicy.exponential(Duration.ofMillis(250))
            .multipliedBy(1.5)
            .cappedAt(Duration.ofMinutes(10))
            .jitter(Jitter.full())
            .maxRetries(7)
            .retryOn(ErrorType.of("timeout"))
            .retryOnStatus(503)
            .never(ErrorType.of("ValidationError"))
            .within(Duration.ofHours(24));
    store().putQueue(queue("mail"), new QueueSettings(policy, queue("mail.dead")));

    assertThat(store().queues())
        .containsExactly(
            new Queue(
                queue("mail"), new QueueSettings(policy, queue("mail.dead")), false, START, START));
  }

  @Test
  default void settings_replace_what_was_there() {
    store()
        .putQueue(
            queue("mail"),
            new QueueSettings(RetryPolicy.fixed(Duration.ofSeconds(1)), queue("dead")));
    advance(Duration.ofSeconds(5));
    store().putQueue(queue("mail"), QueueSettings.NONE);

    assertThat(store().queues())
        .containsExactly(
            new Queue(queue("mail"), QueueSettings.NONE, false, START, START.plusSeconds(5)));
  }

  @Test
  default void settings_that_are_put_again_have_not_changed() {
    QueueSettings settings =
        new QueueSettings(RetryPolicy.linear(Duration.ofSeconds(2)), queue("dead"));
    store().putQueue(queue("mail"), settings);
    advance(Duration.ofSeconds(5));
    store().putQueue(queue("mail"), settings);

    assertThat(store().queues())
        .containsExactly(new Queue(queue("mail"), settings, false, START, START));
  }

  @Test
  default void a_queue_stays_paused_when_its_settings_change() {
    store().pauseQueue(queue("mail"), true);
    store().putQueue(queue("mail"), new QueueSettings(null, queue("dead")));

    assertThat(store().queues()).singleElement().matches(Queue::paused);
  }

  @Test
  default void a_queue_keeps_its_settings_when_it_is_paused_and_resumed() {
    QueueSettings settings =
        new QueueSettings(RetryPolicy.fixed(Duration.ofSeconds(1)), queue("dead"));
    store().putQueue(queue("mail"), settings);
    advance(Duration.ofSeconds(5));

    store().pauseQueue(queue("mail"), true);
    assertThat(store().queues())
        .containsExactly(new Queue(queue("mail"), settings, true, START, START));
    store().pauseQueue(queue("mail"), false);
    assertThat(store().queues())
        .containsExactly(new Queue(queue("mail"), settings, false, START, START));
  }

  @Test
  default void a_queue_that_was_only_paused_is_remembered() {
    store().pauseQueue(queue("mail"), true);
    store().pauseQueue(queue("mail"), true);

    assertThat(store().queues())
        .containsExactly(new Queue(queue("mail"), QueueSettings.NONE, true, START, START));
  }

  @Test
  default void each_queue_has_its_own_settings() {
    store().putQueue(queue("a"), new QueueSettings(null, queue("a.dead")));
    store().putQueue(queue("B"), QueueSettings.NONE);
    store().pauseQueue(queue("c"), true);

    assertThat(store().queues())
        .containsExactlyInAnyOrder(
            new Queue(queue("a"), new QueueSettings(null, queue("a.dead")), false, START, START),
            new Queue(queue("B"), QueueSettings.NONE, false, START, START),
            new Queue(queue("c"), QueueSettings.NONE, true, START, START));
  }
}
