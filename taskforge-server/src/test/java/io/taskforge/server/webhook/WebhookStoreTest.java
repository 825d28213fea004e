package io.taskforge.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.server.secret.SecretBox;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentStore;
import io.taskforge.store.JobStore;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;
import io.taskforge.testing.SequentialIds;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Webhooks with store failures, concurrent changes and a lost encryption key. */
class WebhookStoreTest {
  private static final TenantId ACME = new TenantId("acme");
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final WebhookSettings DEAD =
      new WebhookSettings(
          "", "http://example.org/", EnumSet.of(WebhookEvent.JOB_DEAD), null, null, true, false);

  private final ManualClock clock = ManualClock.startingAt(NOW);
  private final MemoryJobStore store = new MemoryJobStore(clock);
  private final SequentialIds ids = new SequentialIds(clock);

  @AfterEach
  void close() {
    store.close();
  }

  private Webhooks open(JobStore documents, SecretBox box) {
    return Webhooks.open(documents, box, new SplittableRandom(1), ids);
  }

  /** Called after documents were listed. */
  private interface Then {
    void listed(@Nullable TenantId tenant);
  }

  private JobStore listing(Then then) {
    DocumentStore documents =
        (DocumentStore)
            Proxy.newProxyInstance(
                DocumentStore.class.getClassLoader(),
                new Class<?>[] {DocumentStore.class},
                (proxy, method, arguments) -> {
                  Object answer = invoked(store.documents(), method, arguments);
                  if (method.getName().equals("list")) {
                    then.listed((TenantId) arguments[1]);
                  }
                  return answer;
                });
    return (JobStore)
        Proxy.newProxyInstance(
            JobStore.class.getClassLoader(),
            new Class<?>[] {JobStore.class},
            (proxy, method, arguments) ->
                method.getName().equals("documents")
                    ? documents
                    : invoked(store, method, arguments));
  }

  private static @Nullable Object invoked(Object on, Method method, Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** A box that decrypts only what a box with the same key has encrypted. */
  private static SecretBox box(String key) {
    return new SecretBox() {
      @Override
      public String seal(String plain) {
        return key + ":" + plain;
      }

      @Override
      public String open(String sealed) {
        if (!sealed.startsWith(key + ":")) {
          throw new IllegalArgumentException("sealed with another key than " + key);
        }
        return sealed.substring(key.length() + 1);
      }
    };
  }

  @Test
  void after_a_lost_key_a_rotated_secret_signs_without_the_old_one() {
    try (Webhooks before = open(store, box("lost"));
        Webhooks after = open(store, box("new"))) {
      Webhooks.WithSecret made = before.create(ACME, DEAD).orElseThrow();
      assertThatThrownBy(() -> after.secrets(made.stored().webhook(), NOW))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("another key");

      Webhooks.WithSecret rotated = after.rotate(made.stored()).orElseThrow();

      assertThat(after.secrets(rotated.stored().webhook(), NOW)).containsExactly(rotated.secret());
    }
  }

  @Test
  void changes_succeed_even_if_the_list_cannot_be_read_afterwards() {
    AtomicBoolean down = new AtomicBoolean();
    JobStore flaky =
        listing(
            tenant -> {
              if (tenant == null && down.get()) {
                throw new StoreException("list", false, new IllegalStateException("gone"));
              }
            });
    try (Webhooks webhooks = open(flaky, SecretBox.PLAIN)) {
      down.set(true);
      Webhooks.WithSecret made = webhooks.create(ACME, DEAD).orElseThrow();
      Webhooks.WithSecret rotated = webhooks.rotate(made.stored()).orElseThrow();
      Webhooks.WithSecret deleted = webhooks.create(ACME, DEAD).orElseThrow();
      assertThat(webhooks.delete(deleted.stored())).isTrue();
      assertThat(rotated.secret()).startsWith("whsec_").isNotEqualTo(made.secret());

      down.set(false);
      webhooks.replace(rotated.stored(), DEAD);
      assertThat(
              webhooks
                  .deliveries()
                  .wants(ACME, new QueueName("q"), new JobTypeName("t"), JobState.DEAD))
          .isTrue();
    }
  }

  @Test
  void of_concurrent_creations_at_the_limit_at_most_one_succeeds() throws Exception {
    int many = 8;
    CyclicBarrier together = new CyclicBarrier(many);
    AtomicBoolean race = new AtomicBoolean();
    JobStore meeting = listing(tenant -> meet(tenant != null && race.get(), together));
    try (Webhooks here = open(meeting, SecretBox.PLAIN);
        Webhooks elsewhere = open(meeting, SecretBox.PLAIN)) {
      for (int i = 1; i < Webhooks.MAX_PER_TENANT; i++) {
        assertThat(here.create(ACME, DEAD)).isPresent();
      }
      race.set(true);
      AtomicInteger made = new AtomicInteger();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < many; i++) {
        Webhooks node = i % 2 == 0 ? here : elsewhere;
        Thread thread =
            new Thread(() -> node.create(ACME, DEAD).ifPresent(one -> made.incrementAndGet()));
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) {
        thread.join(30_000);
      }
      race.set(false);

      int stored = store.documents().list(DocumentKind.WEBHOOK, ACME, null, 500).items().size();
      assertThat(made).hasValueLessThanOrEqualTo(1);
      assertThat(stored).isEqualTo(Webhooks.MAX_PER_TENANT - 1 + made.get());
    }
  }

  private static void meet(boolean wanted, CyclicBarrier together) {
    if (wanted) {
      try {
        together.await(3, TimeUnit.SECONDS);
      } catch (BrokenBarrierException | TimeoutException e) {
        // Expected: each node creates one webhook at a time, so not all threads meet here.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
