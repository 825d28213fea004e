package io.taskforge.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
@Tag("jdk")
class LoopTest {
  private static final Duration LONG = Duration.ofSeconds(10);
  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final Semaphore turns = new Semaphore(0);
  private final AtomicInteger atOnce = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private Duration pause = FOR_EVER;
  private final Loop loop = new Loop("test-loop", this::turn);

  @AfterEach
  void stop() {
    loop.stop(LONG);
  }

  private Duration turn() {
    most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
    turns.release();
    atOnce.decrementAndGet();
    return pause;
  }

  private void awaitTurns(int count) throws InterruptedException {
    assertThat(turns.tryAcquire(count, 20, TimeUnit.SECONDS)).isTrue();
  }

  private static long threadsOf(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .count();
  }

  @Test
  void starting_twice_starts_one_thread() throws InterruptedException {
    loop.start();
    loop.start();
    awaitTurns(1);
    assertThat(threadsOf("test-loop")).isEqualTo(1);
  }

  @Test
  void stopping_twice_is_harmless_and_a_stopped_loop_stays_stopped() throws InterruptedException {
    loop.start();
    awaitTurns(1);
    loop.stop(LONG);
    loop.stop(LONG);
    loop.start();
    loop.wake();
    assertThat(threadsOf("test-loop")).isZero();
    assertThat(turns.availablePermits()).isZero();
  }

  @Test
  void a_loop_stopped_before_its_start_never_starts() {
    loop.stop(LONG);
    loop.start();
    assertThat(threadsOf("test-loop")).isZero();
    assertThat(turns.availablePermits()).isZero();
  }

  @Test
  void starting_and_stopping_from_several_threads_leaves_no_thread_behind()
      throws InterruptedException {
    pause = Duration.ZERO;
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      boolean starts = i % 2 == 0;
      Thread caller =
          new Thread(
              () -> {
                try {
                  go.await();
                } catch (InterruptedException e) {
                  return;
                }
                if (starts) {
                  loop.start();
                  loop.wake();
                } else {
                  loop.stop(LONG);
                }
              });
      caller.start();
      callers.add(caller);
    }
    go.countDown();
    for (Thread caller : callers) {
      caller.join();
    }
    assertThat(threadsOf("test-loop")).isZero();
    assertThat(most.get()).isLessThanOrEqualTo(1);
  }

  @Test
  void a_wake_ends_the_pause_even_one_of_maximum_length() throws InterruptedException {
    loop.start();
    awaitTurns(1);
    loop.wake();
    awaitTurns(1);
  }

  @Test
  void a_wake_during_a_turn_is_not_lost() throws InterruptedException {
    CountDownLatch inTurn = new CountDownLatch(1);
    CountDownLatch woken = new CountDownLatch(1);
    Loop other =
        new Loop(
            "woken-loop",
            () -> {
              inTurn.countDown();
              awaitQuietly(woken);
              turns.release();
              return FOR_EVER;
            });
    other.start();
    inTurn.await();
    other.wake();
    woken.countDown();
    awaitTurns(2);
    other.stop(LONG);
  }

  @Test
  void a_turn_that_throws_does_not_end_the_loop() throws InterruptedException {
    AtomicInteger count = new AtomicInteger();
    Loop other =
        new Loop(
            "failing-loop",
            () -> {
              turns.release();
              if (count.incrementAndGet() % 2 == 1) {
                throw new IllegalStateException("a bad turn");
              }
              throw new StackOverflowError("a worse one");
            });
    other.start();
    for (int i = 0; i < 5; i++) {
      awaitTurns(1);
      other.wake();
    }
    other.stop(LONG);
    assertThat(count.get()).isGreaterThanOrEqualTo(5);
  }

  @Test
  void a_turn_that_does_not_end_is_interrupted_after_the_timeout() throws InterruptedException {
    CountDownLatch inTurn = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Loop other =
        new Loop(
            "stuck-loop",
            () -> {
              inTurn.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
              return FOR_EVER;
            });
    other.start();
    inTurn.await();
    other.stop(Duration.ofMillis(1));
    assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void a_loop_can_be_stopped_by_its_own_turn() throws InterruptedException {
    Loop[] self = new Loop[1];
    self[0] =
        new Loop(
            "own-loop",
            () -> {
              self[0].stop(LONG);
              turns.release();
              return Duration.ZERO;
            });
    self[0].start();
    awaitTurns(1);
    self[0].stop(LONG);
    assertThat(threadsOf("own-loop")).isZero();
    assertThat(turns.availablePermits()).isZero();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
