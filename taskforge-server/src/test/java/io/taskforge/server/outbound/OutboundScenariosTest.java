package io.taskforge.server.outbound;

import static io.taskforge.server.outbound.Calls.PLENTY;
import static io.taskforge.server.outbound.Calls.SHORT;
import static io.taskforge.server.outbound.Calls.failsSoon;
import static io.taskforge.server.outbound.Calls.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.taskforge.failure.Errors;
import io.taskforge.job.TenantId;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Outbound calls to servers that hang, stall, redirect or send too much. */
@Tag("jdk")
class OutboundScenariosTest {
  private final HttpCaller caller = new HttpCaller(Calls.loopback());

  @AfterEach
  void close() {
    caller.close();
  }

  @Test
  void a_server_that_hangs_fails_at_the_deadline() throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.hang())) {
      assertThat(failsSoon(caller, get(endpoint.url("/"), SHORT), Errors.TIMEOUT))
          .hasMessage("no complete answer from 127.0.0.1:" + endpoint.port() + " within 400ms");
    }
  }

  @Test
  void slow_loris_in_the_headers_fails_at_the_deadline() throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.dripHeaders())) {
      failsSoon(caller, get(endpoint.url("/"), SHORT), Errors.TIMEOUT);
    }
  }

  @Test
  void slow_loris_in_the_body_fails_at_the_deadline() throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.dripBody())) {
      failsSoon(caller, get(endpoint.url("/"), SHORT), Errors.TIMEOUT);
    }
  }

  @Test
  void endless_interim_responses_fail_at_the_deadline() throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.endlessContinue())) {
      failsSoon(caller, get(endpoint.url("/"), SHORT), Errors.TIMEOUT);
    }
  }

  @Test
  void a_server_that_never_completes_the_tls_handshake_fails_at_the_deadline() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String url = "https://svc.test:" + silent.getLocalPort() + "/";
      failsSoon(caller, get(url, SHORT), Errors.TIMEOUT);
    }
  }

  @Test
  void a_server_that_does_not_read_fails_at_the_deadline() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      TargetUrl url = TargetUrl.parse("http://svc.test:" + silent.getLocalPort() + "/");
      HttpCall large =
          new HttpCall(
              TenantId.DEFAULT, url, "POST", Map.of(), List.of(), "x".repeat(32 << 20), SHORT);
      failsSoon(caller, large, Errors.TIMEOUT);
    }
  }

  @Test
  void a_name_server_that_hangs_fails_at_the_deadline() {
    CountDownLatch never = new CountDownLatch(1);
    try (HttpCaller lost =
        new HttpCaller(
            Calls.loopback()
                .resolver(
                    host -> {
                      awaitQuietly(never);
                      return List.of();
                    }))) {
      failsSoon(lost, get("http://svc.test/", SHORT), Errors.TIMEOUT);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void a_connection_that_is_never_accepted_is_a_connect_timeout() throws Exception {
    List<SocketChannel> waiting = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        HttpCaller hasty = new HttpCaller(Calls.loopback().connectTimeout(SHORT))) {
      for (int i = 0; i < 4; i++) { // more than the accept backlog holds
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.connect(new InetSocketAddress(full.getInetAddress(), full.getLocalPort()));
        waiting.add(channel);
      }
      String url = "http://svc.test:" + full.getLocalPort() + "/";
      failsSoon(hasty, get(url, PLENTY), Errors.CONNECT_TIMEOUT);
      failsSoon(caller, get(url, SHORT), Errors.TIMEOUT);
    } finally {
      for (SocketChannel channel : waiting) {
        channel.close();
      }
    }
  }

  @Test
  void only_64_KiB_of_ten_gigabytes_are_read_before_the_connection_is_dropped() throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.tenGigabytes())) {
      CallResponse answer = caller.call(get(endpoint.url("/"), PLENTY));

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.bytes()).isEqualTo(64 * 1024);
      assertThat(answer.truncated()).isTrue();
      assertThat(answer.excerpt()).hasSize(1024).startsWith("spamspam");
      assertThat(answer.duration()).isLessThan(Duration.ofSeconds(5));
      assertThat(endpoint.sent()).isLessThan(64L << 20);
    }
  }

  @Test
  void a_gzip_bomb_is_not_decompressed() throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.gzipBomb())) {
      CallResponse answer = caller.call(get(endpoint.url("/"), PLENTY));

      assertThat(answer.excerpt()).isEqualTo("(65536 bytes, gzip)");
      assertThat(answer.truncated()).isTrue();
      assertThat(endpoint.received().get(0).headers()).doesNotContainKey("accept-encoding");
    }
  }

  @Test
  void redirects_are_never_followed() throws Exception {
    try (var inside = MisbehavingEndpoint.start(Behaviour.status(200, "secret"))) {
      for (int status : new int[] {301, 302, 303, 307, 308}) {
        String location = "Location: http://127.0.0.1:" + inside.port() + "/";
        try (var endpoint = MisbehavingEndpoint.start(Behaviour.status(status, "", location))) {
          CallResponse answer = caller.call(get(endpoint.url("/"), PLENTY));

          assertThat(answer.status()).isEqualTo(status);
          assertThat(answer.isRedirect()).isTrue();
          assertThat(answer.location()).contains("http://127.0.0.1:" + inside.port() + "/");
          assertThat(endpoint.received()).hasSize(1);
        }
      }
      assertThat(inside.connections()).isZero();
    }
  }

  @Test
  void a_dead_endpoint_does_not_slow_the_others() throws Exception {
    List<Thread> stuck = new ArrayList<>();
    List<Throwable> ends = new CopyOnWriteArrayList<>();
    try (var dead = MisbehavingEndpoint.start(Behaviour.hang());
        var live = MisbehavingEndpoint.start(Behaviour.status(200, "ok"));
        HttpCaller small = new HttpCaller(Calls.loopback().connections(8, 2))) {
      for (int i = 0; i < 8; i++) {
        Thread thread =
            new Thread(
                () ->
                    ends.add(
                        catchThrowable(
                            () -> small.call(get(dead.url("/"), Duration.ofMinutes(5))))));
        thread.setDaemon(true);
        thread.start();
        stuck.add(thread);
      }
      dead.awaitRequest();

      for (int i = 0; i < 20; i++) {
        CallResponse answer = small.call(get(live.url("/"), PLENTY));
        assertThat(answer.status()).isEqualTo(200);
      }
      assertThat(ends).as("calls to the dead endpoint that have ended").isEmpty();
      assertThat(dead.connections()).isLessThanOrEqualTo(2);
      assertThat(failsSoon(small, get(dead.url("/"), Duration.ofSeconds(1)), Errors.OVERLOADED))
          .hasMessageContaining("no free connection to 127.0.0.1:" + dead.port());
      for (Thread thread : stuck) {
        thread.interrupt();
        thread.join(5_000);
        assertThat(thread.isAlive()).isFalse();
      }
      assertThat(ends).hasSize(8);
    }
  }

  @Test
  void an_interrupt_aborts_the_call() throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.hang())) {
      List<Throwable> thrown = new ArrayList<>();
      Thread thread =
          new Thread(
              () -> {
                try {
                  caller.call(get(endpoint.url("/"), Duration.ofMinutes(5)));
                } catch (Throwable e) {
                  thrown.add(e);
                }
              });
      thread.start();
      endpoint.awaitRequest();

      thread.interrupt();
      thread.join(3_000);

      assertThat(thread.isAlive()).isFalse();
      assertThat(thrown).singleElement().isInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void an_interrupted_thread_makes_no_call() throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.hang())) {
      Thread.currentThread().interrupt();
      Throwable thrown = null;
      try {
        caller.call(get(endpoint.url("/"), PLENTY));
      } catch (InterruptedException e) {
        thrown = e;
      }

      assertThat(thrown).isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isFalse();
      assertThat(endpoint.received()).isEmpty();
    }
  }
}
