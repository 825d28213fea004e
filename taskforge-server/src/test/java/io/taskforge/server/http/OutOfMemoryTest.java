package io.taskforge.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.engine.loop.Loop;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.ApiKeys;
import io.taskforge.server.access.Authenticator;
import io.taskforge.server.audit.AuditRecorder;
import io.taskforge.server.wire.RawAnswer;
import io.taskforge.server.wire.RawHttp;
import io.taskforge.store.JobStore;
import io.taskforge.store.memory.MemoryJobStore;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and the engine when the heap is exhausted. */
@Tag("jdk")
class OutOfMemoryTest {
  private static final JobStore STORE = new MemoryJobStore(InstantSource.system());

  /** An error whose message cannot be read either. */
  private static final class NoMemory extends OutOfMemoryError {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new OutOfMemoryError("no memory for a message");
    }
  }

  private static Reply failing(Request request) {
    throw new NoMemory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/small", "/large"})
  void a_request_that_runs_out_of_memory_gets_503_and_others_continue(String path)
      throws IOException {
    List<Route> routes =
        List.of(
            Route.get("/ping", "ping")
                .summary("Answers")
                .access(Access.OPEN)
                .by(r -> Reply.text("pong")),
            Route.get("/small", "small")
                .summary("Answers")
                .access(Access.OPEN)
                .by(OutOfMemoryTest::failing),
            Route.get("/large", "large")
                .summary("Answers")
                .access(Access.OPEN)
                .large()
                .by(OutOfMemoryTest::failing));
    Authenticator authenticator =
        new Authenticator(new ApiKeys(STORE, new SplittableRandom(1)), STORE::now, () -> 0, null);
    try (HttpServer server =
        HttpServer.start(
            "127.0.0.1",
            0,
            routes,
            authenticator,
            new AuditRecorder(STORE.audit(), () -> 0),
            System::nanoTime,
            () -> "incident",
            ConnectionLimits.defaults(200))) {
      RawHttp http = RawHttp.to(server.url());

      RawAnswer refused = http.ask("GET", path);

      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.body()).contains("urn:taskforge:problem:busy");
      assertThat(refused.header("Retry-After")).isEqualTo("2");
      assertThat(http.ask("GET", "/ping").body()).isEqualTo("pong");
    }
  }

  @Test
  void an_engine_step_that_runs_out_of_memory_is_repeated_even_if_logging_fails()
      throws InterruptedException {
    CountDownLatch turns = new CountDownLatch(2);
    Loop loop =
        new Loop(
            "out-of-memory",
            () -> {
              turns.countDown();
              throw new NoMemory();
            });
    loop.start();
    try {
      assertThat(turns.await(20, TimeUnit.SECONDS)).isTrue();
    } finally {
      loop.stop(Duration.ofSeconds(10));
    }
  }
}
