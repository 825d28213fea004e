package io.taskforge.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.engine.EngineEnvironment;
import io.taskforge.server.Server;
import io.taskforge.server.config.Settings;
import io.taskforge.store.memory.MemoryJobStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("jdk")
class ExamplesTest {
  @TempDir Path directory;

  private static final int MOST_LINES = 80;

  private static final Set<String> IN_ORDER =
      Set.of(
          "PrioritiesAndDelaysExample",
          "ListenersExample",
          "RetriesExample",
          "CustomBackoffExample",
          "CancelExample",
          "QueuesExample",
          "TimeoutExample",
          "AtMostOnceExample",
          "ProgressAndHistoryExample",
          "UnknownTypeExample");

  /** What each example must have printed, each once, as regular expressions. */
  private static final Map<String, List<String>> PRINTED =
      Map.ofEntries(
          Map.entry("QuickStart", List.of("Hello from a job", "the job is SUCCEEDED")),
          Map.entry(
              "RetriesExample",
              List.of(
                  "attempt 1 FAILED",
                  "  timeout, retry 1 of 5 in \\S+: exponential 200ms.*jitter.*",
                  "attempt 2 FAILED",
                  "  timeout, retry 2 of 5 in \\S+: exponential 200ms × 2\\^1 = 400ms.*",
                  "attempt 3 SUCCEEDED",
                  "RetryStatistics\\[.*total=2, completed=1, failed=1, cancelled=0\\]")),
          Map.entry(
              "DeadLettersExample",
              List.of(
                  "\"parcel 2\" is in shipping-dead: DeadLetter\\[reason=.*movedFrom=shipping.*",
                  "\"parcel 1\" is in shipping-dead: .*retries exhausted.*",
                  "\"parcel 2\" is SUCCEEDED",
                  "\"parcel 1\" is SUCCEEDED")),
          Map.entry(
              "PrioritiesAndDelaysExample",
              List.of(
                  "running: first",
                  "running: as usual",
                  "running: when there is time",
                  "running: later, though most urgent")),
          Map.entry(
              "IdempotencyExample",
              List.of(
                  "created: true, then false",
                  "the same job: true",
                  "attempt 1 charges with key order-17",
                  "attempt 2 charges with key order-17")),
          Map.entry(
              "TransactionalEnqueueExample",
              List.of("confirming order 2", "\\{.*SUCCEEDED=1.*\\}")),
          Map.entry(
              "CompleteInTransactionExample",
              List.of("\\{.*SUCCEEDED=1.*\\}", "bookings: 1, in all 42")),
          Map.entry(
              "FollowUpsExample",
              List.of(
                  "dear operator, \\S{36}: order 17 has no items",
                  "\\{(?=.*SUCCEEDED=1)(?=.*DEAD=1).*\\}")),
          Map.entry(
              "SnoozeAndOutcomesExample",
              List.of(
                  "\"nonsense\": DEAD after 1 attempts, 1 failures, result none",
                  "\"not needed any more\": CANCELLED after 1 attempts, 0 failures, result none",
                  "\"busy\": SUCCEEDED after 2 attempts, 1 failures, result none",
                  "\"not ready\": SUCCEEDED after 2 attempts, 0 failures, result none",
                  "\"done with a result\": SUCCEEDED after 1 attempts, 0 failures, result 42",
                  "\"done\": SUCCEEDED after 1 attempts, 0 failures, result none")),
          Map.entry(
              "CancelExample",
              List.of(
                  "waiting: CHANGED",
                  "running: REQUESTED",
                  "the waiting one is CANCELLED",
                  "the running one is CANCELLED")),
          Map.entry(
              "ListenersExample",
              List.of(
                  "CLAIMED -> RUNNING, attempt 1",
                  "RETRY_SCHEDULED -> RETRYING, attempt 1",
                  "CLAIMED -> RUNNING, attempt 2",
                  "COMPLETED -> SUCCEEDED, attempt 2")),
          Map.entry(
              "MetricsExample",
              List.of(
                  "taskforge\\.jobs\\.failed.*broken.* 1\\.0",
                  "taskforge\\.jobs\\.finished.*succeeded.* 1\\.0",
                  "taskforge\\.retries.*broken.* 2\\.0",
                  "taskforge\\.retry\\.exhausted.*broken.* 1\\.0")),
          Map.entry(
              "TracingExample",
              List.of(
                  "send default, parent 0{16}",
                  "process default, attempt 1, parent [0-9a-f]{16}",
                  "process default, attempt 2, parent [0-9a-f]{16}")),
          Map.entry(
              "CustomBackoffExample",
              List.of(
                  "retry 1 of 3 in 50ms: twice.*",
                  "retry 2 of 3 in 50ms: twice.*",
                  "retry 3 of 3 in 400ms: twice.*")),
          Map.entry(
              "ClassifierExample",
              List.of(
                  "\"unicorn\": FAILED after 1 attempt, .*no_such_item.*",
                  "\"umbrella\": FAILED after 1 attempt, .*out_of_stock.*PERMANENT.*")),
          Map.entry(
              "QueuesExample",
              List.of(
                  "while reports are paused: \\{(?=.*SUCCEEDED=6)(?=.*QUEUED=3).*\\}",
                  "reports: 3",
                  "after that: \\{(?=.*SUCCEEDED=9)(?=.*QUEUED=0).*\\}",
                  "reports at once: 1")),
          Map.entry(
              "TimeoutExample",
              List.of(
                  "interrupted: it took too long",
                  "attempt 1 FAILED, timeout: ran longer than 300ms",
                  "attempt 2 SUCCEEDED",
                  "the job is SUCCEEDED")),
          Map.entry(
              "AtMostOnceExample",
              List.of(
                  "transferring 100",
                  "attempt 1 FAILED, timeout: .*AT_MOST_ONCE.*",
                  "retried by hand: REFUSED, it is FAILED",
                  "attempts: 1")),
          Map.entry(
              "ProgressAndHistoryExample",
              List.of(
                  "attempt 1 FAILED at 40 %",
                  "  \\| reading customers\\.csv, attempt 1",
                  "  retry 1 of 3 in 100ms: fixed 100ms.*",
                  "attempt 2 SUCCEEDED at 100 %",
                  "  \\| reading customers\\.csv, attempt 2",
                  "  \\| 1000 rows imported")),
          Map.entry(
              "RetentionExample",
              List.of(
                  "removed at once: 0",
                  "succeeded two hours ago, still there: false",
                  "its attempts: 0",
                  "cancelled two hours ago, still there: true")),
          Map.entry(
              "UnknownTypeExample",
              List.of(
                  "running send-mail Hello",
                  "resize-image \"cat\\.png\" is QUEUED, attempts: 0",
                  "a worker that knows the type starts",
                  "running resize-image cat\\.png",
                  "\\{.*SUCCEEDED=2.*\\}")),
          Map.entry(
              "SchedulesExample",
              List.of(
                  "tick 1",
                  "tick 2",
                  "tick 3",
                  "once",
                  "runs to come: 5",
                  "ran: true, jobs: true",
                  "left: 1",
                  "paused: true")),
          Map.entry(
              "RemoteWorkerExample",
              List.of(
                  "sending 'Hello' to ann@example\\.org",
                  "sending 'Hello' to bob@example\\.org",
                  "all reported")),
          Map.entry(
              "PostgresExample", List.of("jobs run: 200 of 200", "workers: 2", "retries: 0")));

  static Stream<Class<?>> examples() throws Exception {
    return Examples.all().stream();
  }

  @ParameterizedTest
  @MethodSource("examples")
  @Timeout(60)
  void an_example_prints_what_it_promises_and_ends(Class<?> example) throws Exception {
    List<String> expected = PRINTED.get(example.getSimpleName());
    assertThat(expected).as("what %s prints is not said here", example).isNotNull();

    List<String> printed;
    if (example == PostgresExample.class) {
      printed = onPostgres(example);
    } else if (example == RemoteWorkerExample.class) {
      printed = withServer(example);
    } else if (example == QuickStart.class) {
      printed = inDirectory(example);
    } else {
      printed = Examples.run(example).lines().toList();
    }

    List<Integer> places =
        expected.stream().map(pattern -> placeOf(pattern, example, printed)).toList();
    if (IN_ORDER.contains(example.getSimpleName())) {
      assertThat(places).as("%s printed %s", example.getSimpleName(), printed).isSorted();
    }
  }

  private static int placeOf(String pattern, Class<?> example, List<String> printed) {
    List<Integer> places =
        IntStream.range(0, printed.size())
            .filter(n -> printed.get(n).matches(pattern))
            .boxed()
            .toList();
    assertThat(places)
        .as("%s printed %s, and %s", example.getSimpleName(), printed, pattern)
        .hasSize(1);
    return places.get(0);
  }

  private static List<String> onPostgres(Class<?> example) throws Exception {
    String url = System.getProperty("taskforge.test.postgres.url", "");
    if (!url.isEmpty()) {
      return Examples.run(example, url).lines().toList();
    }
    try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
      return Examples.run(example, server.getJdbcUrl("postgres", "postgres")).lines().toList();
    }
  }

  /** Runs an example that uses a file of the working directory, in a process of its own. */
  private List<String> inDirectory(Class<?> example) throws Exception {
    Path printed = directory.resolve("printed");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), example.getName())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.readAllLines(printed);
  }

  private static List<String> withServer(Class<?> example) throws Exception {
    try (MemoryJobStore store = new MemoryJobStore(Clock.systemUTC());
        Server server =
            Server.open(
                new Settings().flag("port", 0).options(), store, EngineEnvironment.production())) {
      return Examples.run(example, server.url()).lines().toList();
    }
  }

  @Test
  void every_example_that_is_described_is_there() throws Exception {
    assertThat(Examples.all())
        .extracting(Class::getSimpleName)
        .containsExactlyInAnyOrderElementsOf(PRINTED.keySet());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void an_example_is_listed(Class<?> example) throws Exception {
    Path list = Path.of(System.getProperty("taskforge.root", ".."), "taskforge-examples/README.md");

    assertThat(Files.readString(list))
        .containsOnlyOnce(
            "[`%1$s`](src/main/java/io/taskforge/examples/%1$s.java)"
                .formatted(example.getSimpleName()));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void an_example_is_short(Class<?> example) throws Exception {
    Path source =
        Path.of(
            System.getProperty("taskforge.root", ".."),
            "taskforge-examples/src/main/java/io/taskforge/examples",
            example.getSimpleName() + ".java");

    assertThat(Files.readAllLines(source)).hasSizeLessThan(MOST_LINES);
  }
}
