package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import java.nio.file.Path;
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
        CliRun.of("bench", "--jobs", "2000", "--full", "--data", directory.toString(), "--json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode figures = Json.read(run.out());
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
  void zero_jobs_are_rejected() {
    assertThat(CliRun.of("bench", "--jobs", "0").exitCode()).isEqualTo(2);
  }
}
