package io.taskforge.server.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.job.TenantId;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Shared callers, requests and assertions of the tests of outbound calls. */
final class Calls {
  static final Duration PLENTY = Duration.ofSeconds(20);
  static final Duration SHORT = Duration.ofMillis(400);

  private Calls() {}

  static CallerConfig loopback() {
    return CallerConfig.of(SsrfPolicy.publicOnly().andLoopback(), System::nanoTime)
        .resolver(host -> List.of(InetAddress.getLoopbackAddress()));
  }

  static HttpCall get(String url, Duration timeout) {
    return new HttpCall(
        TenantId.DEFAULT, TargetUrl.parse(url), "GET", Map.of(), List.of(), null, timeout);
  }

  static HandlerFailure failure(HttpCaller caller, HttpCall call) {
    return catchThrowableOfType(HandlerFailure.class, () -> caller.call(call));
  }

  /** Asserts that the call fails with this type within a few seconds. */
  static HandlerFailure failsSoon(HttpCaller caller, HttpCall call, ErrorType type) {
    long start = System.nanoTime();
    HandlerFailure failure = failure(caller, call);
    assertThat(failure).isNotNull();
    assertThat(failure.type()).as(failure.getMessage()).isEqualTo(type);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
    return failure;
  }
}
