package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.load.ForgeSystem;
import io.taskforge.cli.output.Console;
import io.taskforge.json.strict.Json;
import io.taskforge.store.memory.MemoryJobStore;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(300)
class BenchCommandTest {
  @TempDir Path directory;

  @Test
  void the_benchmark_measures_two_thousand_jobs_and_leaves_none_behind() {
    CliRun run =
        CliRun.of("bench", "--jobs=2000", "--tenants=7", "--full", "--data=" + directory, "--json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode figures = Json.read(run.out());
    assertThat(figures.get("tenants").intValue()).isEqualTo(7);
    assertThat(figures.get("enqueuePerSecond").intValue()).isPositive();
    assertThat(figures.get("drainPerSecond").intValue()).isPositive();
    assertThat(figures.get("singleEnqueuePerSecond").intValue()).isPositive();
    assertThat(figures.get("retriedDrainPerSecond").intValue()).isPositive();
    assertThat(figures.get("latencyMs").get("p50").doubleValue())
        .isPositive()
        .isLessThanOrEqualTo(figures.get("latencyMs").get("p99").doubleValue());
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void a_drain_without_progress_ends_with_an_error() {
    PrintWriter ignored = new PrintWriter(new StringWriter());
    Console console =
        new Console(
            InputStream.nullInputStream(),
            ignored,
            ignored,
            StandardCharsets.US_ASCII,
            false,
            Console.UNLIMITED,
            Map.of(),
            CliRun.CLOCK);
    AtomicLong nanos = new AtomicLong();
    Bench bench =
        new Bench(
            new ForgeSystem(new MemoryJobStore(() -> Instant.EPOCH)),
            console,
            () -> nanos.addAndGet(10_000_000_000L),
            1,
            1);

    assertThatThrownBy(() -> bench.drain(1))
        .isInstanceOf(CommandFailure.class)
        .hasMessage("drain: no job was completed for 60 seconds; 0 of 1 are done");
  }

  @Test
  void the_comparison_is_refused_without_the_benchmark_module() {
    CliRun run = CliRun.of("bench", "compare", "--only", "drain");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("bench compare is not in this jar");
  }

  @Test
  void zero_jobs_and_zero_tenants_are_rejected() {
    assertThat(CliRun.of("bench", "--jobs", "0").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("bench", "--tenants", "0").exitCode()).isEqualTo(2);
  }
}
