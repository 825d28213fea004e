package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.Repository;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The guide to the command line lists exactly the existing commands and options. */
class CliGuideTest {
  private static final String GUIDE =
      Repository.text(Repository.root().resolve("docs/guides/cli.md"));

  static Stream<String> examples() {
    return GUIDE.lines().filter(line -> line.startsWith("$ ./taskforge "));
  }

  @Test
  void the_guide_lists_every_command_and_option() {
    List<String> missing = new ArrayList<>();
    List<String> own =
        List.of(
            "jobs",
            "queues",
            "dlq",
            "redrives",
            "schedules",
            "webhooks",
            "workers",
            "tenants",
            "alerts",
            "alert-rules",
            "keys",
            "audit",
            "stats",
            "watch",
            "simulate",
            "bench",
            "chaos",
            "completion");
    Map<String, CommandLine> commands = Commands.root().getSubcommands();
    commands.forEach(
        (name, command) -> {
          if (own.contains(name)) {
            collect(name, command, missing);
          }
        });

    assertThat(commands).containsKeys(own.toArray(String[]::new));
    assertThat(missing).isEmpty();
    assertThat(examples()).hasSizeGreaterThan(20);
  }

  private static void collect(String path, CommandLine command, List<String> missing) {
    if (command.getSubcommands().isEmpty() && !GUIDE.contains("`" + path)) {
      missing.add(path);
    }
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (!option.inherited() && !GUIDE.contains("`" + option.longestName())) {
        missing.add(path + " " + option.longestName());
      }
    }
    command.getSubcommands().forEach((name, sub) -> collect(path + " " + name, sub, missing));
  }
}
