package io.taskforge.server.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.taskforge.failure.Errors;
import io.taskforge.job.TenantId;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Several tenants that call the same host and port. */
class SharedHostTest {
  private static final TenantId SLOW = new TenantId("slow");
  private static final TenantId QUICK = new TenantId("quick");

  private final List<Thread> stuck = new ArrayList<>();

  @Test
  void hanging_calls_of_one_tenant_leave_connections_to_the_host_for_other_tenants()
      throws Exception {
    try (var shared =
            MisbehavingEndpoint.start(Behaviour.hangAt("/never", Behaviour.status(200, "ok")));
        HttpCaller small = new HttpCaller(Calls.loopback().connections(16, 2))) {
      hang(small, SLOW, shared.url("/never"), 6);
      Awaitility.await().until(() -> shared.received().size() == 2);

      for (int i = 0; i < 20; i++) {
        CallResponse answer = small.call(get(QUICK, shared.url("/"), Calls.PLENTY));
        assertThat(answer.status()).isEqualTo(200);
      }
      assertThat(stuck).hasSize(6).allMatch(Thread::isAlive);
      assertThat(Calls.failsSoon(small, get(SLOW, shared.url("/"), second()), Errors.OVERLOADED))
          .hasMessage(
              "no free connection to 127.0.0.1:%d: tenant slow has 2 of at most 2 calls to it under way"
                  .formatted(shared.port()));
      assertThat(shared.connections()).isLessThanOrEqualTo(2 + 20);
      release();
    }
  }

  @Test
  void a_tenant_uses_no_more_connections_than_remain_free_for_others() throws Exception {
    try (var first = MisbehavingEndpoint.start(Behaviour.hang());
        var second = MisbehavingEndpoint.start(Behaviour.hang());
        var third = MisbehavingEndpoint.start(Behaviour.status(200, "ok"));
        HttpCaller small = new HttpCaller(Calls.loopback().connections(6, 2))) {
      hang(small, SLOW, first.url("/"), 4);
      hang(small, SLOW, second.url("/"), 4);
      Awaitility.await().until(() -> first.received().size() + second.received().size() == 3);

      assertThat(Calls.failsSoon(small, get(SLOW, third.url("/"), second()), Errors.OVERLOADED))
          .hasMessageEndingWith("tenant slow has 3 calls under way, and 3 connections are left");
      assertThat(small.call(get(QUICK, third.url("/"), Calls.PLENTY)).status()).isEqualTo(200);
      release();
      assertThat(small.call(get(SLOW, third.url("/"), Calls.PLENTY)).status()).isEqualTo(200);
    }
  }

  @Test
  void a_call_waits_until_a_connection_is_released() throws Exception {
    CountDownLatch answered = new CountDownLatch(1);
    Behaviour later =
        Behaviour.script(
            exchange -> {
              answered.await();
              Behaviour.status(200, "late").answer(exchange);
            },
            Behaviour.status(200, "next"));
    try (var shared = MisbehavingEndpoint.start(later);
        HttpCaller small = new HttpCaller(Calls.loopback().connections(4, 1))) {
      hang(small, SLOW, shared.url("/"), 1);
      shared.awaitRequest();
      List<String> second = new ArrayList<>();
      Thread waiting =
          new Thread(
              () -> {
                try {
                  second.add(small.call(get(SLOW, shared.url("/"), Calls.PLENTY)).excerpt());
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      waiting.start();
      Awaitility.await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
      assertThat(shared.received()).hasSize(1);
      answered.countDown();
      waiting.join(10_000);

      assertThat(second).containsExactly("next");
      release();
    }
  }

  private void hang(HttpCaller caller, TenantId tenant, String url, int calls) {
    for (int i = 0; i < calls; i++) {
      Thread thread =
          new Thread(
              () -> {
                var ignored =
                    catchThrowable(() -> caller.call(get(tenant, url, Duration.ofMinutes(5))));
              });
      thread.setDaemon(true);
      thread.start();
      stuck.add(thread);
    }
  }

  private void release() throws InterruptedException {
    for (Thread thread : stuck) {
      thread.interrupt();
      thread.join(5_000);
      assertThat(thread.isAlive()).isFalse();
    }
  }

  private static Duration second() {
    return Duration.ofSeconds(1);
  }

  private static HttpCall get(TenantId tenant, String url, Duration timeout) {
    return new HttpCall(tenant, TargetUrl.parse(url), "GET", Map.of(), List.of(), null, timeout);
  }
}
