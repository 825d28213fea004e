package io.taskforge.server.outbound;

import static io.taskforge.server.outbound.Calls.PLENTY;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.TenantId;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** DNS lookups of one tenant that hang must not delay the calls of another. */
class SlowDnsTest {
  private static final TenantId SLOW = new TenantId("slow");
  private static final TenantId QUICK = new TenantId("quick");
  private static final int NAMES = 300;

  private final CountDownLatch answered = new CountDownLatch(1);
  private final Set<String> asked = ConcurrentHashMap.newKeySet();
  private final List<Future<?>> hanging = new ArrayList<>();
  private final ExecutorService callers = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    answered.countDown();
    callers.shutdownNow();
  }

  private HttpCaller caller() {
    return new HttpCaller(
        Calls.loopback()
            .resolver(
                host -> {
                  asked.add(host);
                  if (host.startsWith("dead")) {
                    awaitAnswer();
                  }
                  return List.of(InetAddress.getLoopbackAddress());
                }));
  }

  private void awaitAnswer() {
    try {
      answered.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static HttpCall call(TenantId tenant, String url, Duration timeout) {
    return new HttpCall(tenant, TargetUrl.parse(url), "GET", Map.of(), List.of(), null, timeout);
  }

  @Test
  void a_tenant_with_hanging_lookups_leaves_lookups_for_other_tenants() throws Exception {
    try (MisbehavingEndpoint endpoint = MisbehavingEndpoint.start(Behaviour.status(200, "ok"));
        HttpCaller caller = caller()) {
      for (int i = 0; i < NAMES; i++) {
        HttpCall dead = call(SLOW, "http://dead%d.test/".formatted(i), Duration.ofSeconds(60));
        hanging.add(callers.submit(() -> caller.call(dead)));
      }
      Awaitility.await().until(() -> asked.size() >= DnsLookups.MAX_PER_TENANT);

      String url = "http://fine.test:" + endpoint.port() + "/";
      CallResponse answer = caller.call(call(QUICK, url, PLENTY));

      assertThat(answer.status()).isEqualTo(200);
      assertThat(hanging).noneMatch(Future::isDone);
      assertThat(asked).hasSize(DnsLookups.MAX_PER_TENANT + 1).contains("fine.test");
    }
  }

  @Test
  void a_call_that_waits_for_a_lookup_fails_at_its_own_timeout() {
    try (HttpCaller caller = caller()) {
      for (int i = 0; i < DnsLookups.MAX_PER_TENANT; i++) {
        HttpCall dead = call(SLOW, "http://dead%d.test/".formatted(i), Duration.ofSeconds(60));
        hanging.add(callers.submit(() -> caller.call(dead)));
      }
      Awaitility.await().until(() -> asked.size() == DnsLookups.MAX_PER_TENANT);

      assertThat(Calls.failure(caller, call(SLOW, "http://dead.test/", Duration.ofMillis(200))))
          .isNotNull();
      assertThat(hanging).noneMatch(Future::isDone);
    }
  }

  @Test
  void completed_lookups_free_their_slots() throws Exception {
    try (MisbehavingEndpoint endpoint = MisbehavingEndpoint.start(Behaviour.status(200, "ok"));
        HttpCaller caller = caller()) {
      for (int i = 0; i < 3 * DnsLookups.MAX_PER_TENANT; i++) {
        String url = "http://fine%d.test:%d/".formatted(i, endpoint.port());
        assertThat(caller.call(call(SLOW, url, PLENTY)).status()).isEqualTo(200);
      }
    }
  }
}
