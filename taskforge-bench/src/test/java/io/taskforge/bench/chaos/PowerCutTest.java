package io.taskforge.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.cli.output.Console;
import io.taskforge.json.strict.Json;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

@EnabledOnOs(OS.LINUX)
class PowerCutTest {
  @TempDir Path directory;

  @Test
  void no_acknowledged_job_is_lost() {
    JsonNode report = run(0);

    assertThat(report.get("power cuts").intValue()).isEqualTo(20);
    assertThat(report.get("acknowledged jobs").intValue()).isGreaterThan(50);
    assertThat(report.get("syncs").intValue()).isGreaterThan(10);
    assertThat(report.get("clean").booleanValue()).isTrue();
  }

  @Test
  void without_syncs_jobs_are_lost() {
    JsonNode report = run(1, "--ignore-syncs");

    assertThat(report.get("lost, or in an earlier state").intValue()).isPositive();
    assertThat(report.get("clean").booleanValue()).isFalse();
  }

  private JsonNode run(int exitCode, String... more) {
    StringWriter out = new StringWriter();
    Console console =
        new Console(
            InputStream.nullInputStream(),
            new PrintWriter(out, true),
            new PrintWriter(new StringWriter(), true),
            StandardCharsets.UTF_8,
            false,
            Console.UNLIMITED,
            Map.of(),
            InstantSource.system());
    CommandLine command = new CommandLine(new PowerCutCommand(console));
    List<String> args = new ArrayList<>(List.of(more));
    args.addAll(List.of("--cuts", "20", "--jobs", "120", "--json", "--out", directory.toString()));

    assertThat(command.execute(args.toArray(String[]::new))).isEqualTo(exitCode);
    return Json.read(out.toString());
  }
}
