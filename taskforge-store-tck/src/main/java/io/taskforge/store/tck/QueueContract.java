package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.ErrorType;
import io.taskforge.job.JobId;
import io.taskforge.job.QueueName;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.queue.StartRate;
import io.taskforge.retry.DeadLetterOn;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Settings of queues, pausing and resuming. */
interface QueueContract extends StoreUnderTest {
  QueueName MAIL = new QueueName("mail");

  /** Returns an active queue that was created at the start and never changed later. */
  private static Queue mail(QueueSettings settings, long version) {
    return new Queue(MAIL, settings, false, version, START, START);
  }

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
    store().putQueue(MAIL, QueueSettings.of(policy, queue("mail.dead")));

    assertThat(store().queues())
        .containsExactly(mail(QueueSettings.of(policy, queue("mail.dead")), 1));
  }

  @Test
  default void settings_replace_what_was_there() {
    store()
        .putQueue(MAIL, QueueSettings.of(RetryPolicy.fixed(Duration.ofSeconds(1)), queue("dead")));
    advance(Duration.ofSeconds(5));
    store().putQueue(MAIL, QueueSettings.NONE);

    assertThat(store().queues())
        .containsExactly(
            new Queue(MAIL, QueueSettings.NONE, false, 2, START, START.plusSeconds(5)));
  }

  @Test
  default void a_queue_that_dead_letters_all_failures_is_returned_as_it_was_put() {
    QueueSettings exhausted = QueueSettings.of(null, queue("dead"));
    QueueSettings all = exhausted.deadLetterOn(DeadLetterOn.ALL);
    store().putQueue(MAIL, exhausted);
    store().putQueue(MAIL, all);
    assertThat(store().queues()).containsExactly(mail(all, 2));

    store().replaceQueue(MAIL, 2, exhausted);
    store().replaceQueue(queue("news"), 0, all);
    assertThat(store().queues())
        .containsExactly(mail(exhausted, 3), new Queue(queue("news"), all, false, 1, START, START));
  }

  @Test
  default void settings_that_are_put_again_have_not_changed() {
    QueueSettings settings =
        QueueSettings.of(RetryPolicy.linear(Duration.ofSeconds(2)), queue("dead"));
    store().putQueue(MAIL, settings);
    advance(Duration.ofSeconds(5));
    store().putQueue(MAIL, settings);

    assertThat(store().queues()).containsExactly(mail(settings, 1));
  }

  @Test
  default void a_queue_stays_paused_when_its_settings_change() {
    store().pauseQueue(MAIL, true);
    store().putQueue(MAIL, QueueSettings.of(null, queue("dead")));

    assertThat(store().queues()).singleElement().matches(Queue::paused);
  }

  @Test
  default void a_queue_keeps_its_settings_when_it_is_paused_and_resumed() {
    QueueSettings settings =
        QueueSettings.of(RetryPolicy.fixed(Duration.ofSeconds(1)), queue("dead"));
    store().putQueue(MAIL, settings);
    advance(Duration.ofSeconds(5));

    store().pauseQueue(MAIL, true);
    assertThat(store().queues()).containsExactly(new Queue(MAIL, settings, true, 1, START, START));
    store().pauseQueue(MAIL, false);
    assertThat(store().queues()).containsExactly(mail(settings, 1));
  }

  @Test
  default void a_queue_that_was_only_paused_is_remembered() {
    store().pauseQueue(MAIL, true);
    store().pauseQueue(MAIL, true);

    assertThat(store().queues())
        .containsExactly(new Queue(MAIL, QueueSettings.NONE, true, 1, START, START));
  }

  @Test
  default void each_queue_has_its_own_settings() {
    store().putQueue(queue("a"), QueueSettings.of(null, queue("a.dead")));
    store().putQueue(queue("B"), QueueSettings.NONE);
    store().pauseQueue(queue("c"), true);

    assertThat(store().queues())
        .containsExactlyInAnyOrder(
            new Queue(queue("a"), QueueSettings.of(null, queue("a.dead")), false, 1, START, START),
            new Queue(queue("B"), QueueSettings.NONE, false, 1, START, START),
            new Queue(queue("c"), QueueSettings.NONE, true, 1, START, START));
  }

  @Test
  default void limits_and_the_name_of_a_policy_are_kept() {
    QueueSettings settings =
        QueueSettings.NONE
            .retryPolicy(PolicyChoice.named("Mail.policy-2"))
            .limitedTo(7, new StartRate(1_000_000, Duration.ofDays(1).minusNanos(1)));
    store().putQueue(MAIL, settings);

    assertThat(store().queue(MAIL)).contains(mail(settings, 1));
    store().putQueue(MAIL, settings.limitedTo(8, settings.rate()));
    store().putQueue(MAIL, settings.limitedTo(8, new StartRate(1, Duration.ofMillis(1))));
    assertThat(store().queue(MAIL).orElseThrow().version()).isEqualTo(3);
    store().putQueue(MAIL, QueueSettings.NONE);
    assertThat(store().queue(MAIL).orElseThrow().settings()).isEqualTo(QueueSettings.NONE);
  }

  @Test
  default void a_queue_that_was_never_set_does_not_exist() {
    assertThat(store().queue(MAIL)).isEmpty();
    assertThat(store().replaceQueue(MAIL, 1, QueueSettings.NONE)).isEmpty();
    assertThat(store().deleteQueue(MAIL)).isFalse();
    assertThat(store().queues()).isEmpty();
  }

  @Test
  default void version_0_makes_a_queue_where_there_is_none() {
    QueueSettings settings = QueueSettings.of(null, queue("dead"));

    assertThat(store().replaceQueue(MAIL, 0, settings)).contains(mail(settings, 1));
    assertThat(store().replaceQueue(MAIL, 0, QueueSettings.NONE)).isEmpty();
    assertThat(store().queue(MAIL).orElseThrow().settings()).isEqualTo(settings);
  }

  @Test
  default void only_the_version_that_is_there_is_replaced() {
    store().pauseQueue(MAIL, true);
    advance(Duration.ofSeconds(5));
    QueueSettings second = QueueSettings.NONE.limitedTo(3, null);

    assertThat(store().replaceQueue(MAIL, 1, second))
        .contains(new Queue(MAIL, second, true, 2, START, START.plusSeconds(5)));
    assertThat(store().replaceQueue(MAIL, 1, QueueSettings.NONE)).isEmpty();
    assertThat(store().replaceQueue(MAIL, 3, QueueSettings.NONE)).isEmpty();
    assertThat(store().queue(MAIL).orElseThrow().settings()).isEqualTo(second);
  }

  @Test
  default void of_those_who_replace_settings_at_once_exactly_one_does() throws Exception {
    for (int version = 0; version < 10; version++) {
      long expected = version;
      List<Optional<Queue>> answers =
          AllAtOnce.run(
              4,
              i -> store().replaceQueue(MAIL, expected, QueueSettings.NONE.limitedTo(i + 1, null)));

      assertThat(answers.stream().flatMap(Optional::stream))
          .containsExactly(store().queue(MAIL).orElseThrow());
    }
  }

  @Test
  default void deleting_a_queue_forgets_its_settings_and_leaves_its_jobs() {
    JobId id = enqueue(aJob());
    store().putQueue(JobDraft.QUEUE, QueueSettings.of(null, queue("dead")));
    store().pauseQueue(JobDraft.QUEUE, true);

    assertThat(store().deleteQueue(JobDraft.QUEUE)).isTrue();
    assertThat(store().queue(JobDraft.QUEUE)).isEmpty();
    assertThat(claimOne().id()).isEqualTo(id);
  }
}
