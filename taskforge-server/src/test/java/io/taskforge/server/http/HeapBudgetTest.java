package io.taskforge.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.TenantId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class HeapBudgetTest {
  private static final long MIB = 1024 * 1024;
  private static final Duration AT_ONCE = Duration.ZERO;

  @Test
  void requests_above_a_quarter_of_the_heap_are_rejected_until_one_finishes() {
    HeapBudget answers = new HeapBudget(256 * MIB, AT_ONCE);
    HeapBudget.Reservation first = answers.reserve(HeapBudget.LARGE_REPLY, null);
    for (int i = 1; i < 4; i++) {
      answers.reserve(HeapBudget.LARGE_REPLY, null);
    }

    assertThatThrownBy(() -> answers.reserve(HeapBudget.LARGE_REPLY, null))
        .isInstanceOfSatisfying(
            Problem.class,
            refused -> {
              assertThat(refused.status()).isEqualTo(503);
              assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(1));
            });
    first.close();
    first.close();
    answers.reserve(HeapBudget.LARGE_REPLY, null);
    assertThatThrownBy(() -> answers.reserve(HeapBudget.LARGE_REPLY, null))
        .isInstanceOf(Problem.class);
  }

  @Test
  void a_small_response_releases_heap_early() {
    HeapBudget answers = new HeapBudget(128 * MIB, AT_ONCE);
    for (int i = 0; i < 1_000; i++) {
      answers.reserve(HeapBudget.LARGE_REPLY, null).shrinkTo(1_000);
    }
    answers.reserve(HeapBudget.LARGE_REPLY, null);
    answers.reserve(HeapBudget.LARGE_REPLY, null);
    assertThatThrownBy(() -> answers.reserve(HeapBudget.LARGE_REPLY, null))
        .isInstanceOf(Problem.class);
  }

  @Test
  void a_body_reserves_heap_for_its_tree_and_one_of_unknown_length_the_maximum() {
    assertThat(HeapBudget.forBody(0)).isZero();
    assertThat(HeapBudget.forBody(32 * 1024)).isZero();
    assertThat(HeapBudget.forBody(100_000)).isEqualTo(3_200_000);
    assertThat(HeapBudget.forBody(-1)).isEqualTo(32 * Limits.MAX_BODY_BYTES);
    assertThat(HeapBudget.forBody(Long.MAX_VALUE)).isEqualTo(32 * Limits.MAX_BODY_BYTES);
  }

  @Test
  void one_tenant_can_use_half_of_the_budget() {
    HeapBudget budget = new HeapBudget(256 * MIB, AT_ONCE);
    TenantId acme = new TenantId("acme");
    HeapBudget.Reservation first = budget.reserve(HeapBudget.LARGE_REPLY, acme);
    budget.reserve(HeapBudget.LARGE_REPLY, acme);

    assertThatThrownBy(() -> budget.reserve(HeapBudget.LARGE_REPLY, acme))
        .isInstanceOf(Problem.class);
    budget.reserve(HeapBudget.LARGE_REPLY, new TenantId("beta"));
    budget.reserve(HeapBudget.LARGE_REPLY, null);
    first.close();
    budget.reserve(HeapBudget.LARGE_REPLY, acme);
  }

  @Test
  void a_small_request_does_not_wait_behind_large_ones() throws InterruptedException {
    HeapBudget budget = new HeapBudget(MIB, Duration.ofSeconds(30));
    HeapBudget.Reservation all = budget.reserve(HeapBudget.forBody(Limits.MAX_BODY_BYTES), null);
    Thread waiting =
        new Thread(() -> budget.reserve(HeapBudget.LARGE_REPLY, null).close(), "large");
    waiting.start();
    Awaitility.await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);

    assertThat(CompletableFuture.supplyAsync(() -> budget.reserve(HeapBudget.forBody(1_000), null)))
        .succeedsWithin(Duration.ofSeconds(5));
    all.close();
    waiting.join();
  }

  @Test
  void the_smallest_budget_allows_one_large_request() {
    try (HeapBudget.Reservation one =
        new HeapBudget(MIB, AT_ONCE).reserve(HeapBudget.LARGE_REPLY, null)) {
      assertThat(one).isNotNull();
    }
  }
}
