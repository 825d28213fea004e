package io.taskforge.cli;

import io.taskforge.cli.PolicySource.NamedPolicy;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.lab.OutageReport;
import io.taskforge.cli.output.Console;
import io.taskforge.json.strict.Json;
import io.taskforge.server.lab.SimulationJson;
import io.taskforge.simulator.Comparison;
import io.taskforge.simulator.LoadChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "simulate",
    description = {
      "The policy lab. Simulates an outage with one or several retry policies, and shows how the"
          + " backlog drains.",
      "With --history: replays the recorded attempts of a queue against a policy, and recommends"
          + " one."
    })
final class SimulateCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--policy",
      paramLabel = "NAME|FILE",
      description = "A preset, a JSON file, or the name of a server's policy.",
      completionCandidates = Choices.Presets.class)
  private @Nullable String policy;

  @Option(
      names = "--compare",
      paramLabel = "NAME|FILE,…",
      split = ",",
      hideParamSyntax = true,
      description = "Further policies, simulated with the same arrivals.")
  private List<String> compare = List.of();

  @Mixin private OutageOptions outage = new OutageOptions();
  @Mixin private HistoryOptions history = new HistoryOptions();
  @Mixin private ApiOptions target = new ApiOptions();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Also write the load over time to this file, as an SVG image.")
  private @Nullable String svg;

  SimulateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    try {
      if (history.isWanted()) {
        if (!compare.isEmpty() || svg != null || outage.isGiven()) {
          throw CommandFailure.invalid(
              "--history cannot be combined with --compare, --svg and the options of an outage");
        }
        return history.replay(console, target, policy, json);
      }
      history.refuse();
      return simulate();
    } finally {
      console.out().flush();
    }
  }

  private int simulate() {
    if (policy == null) {
      throw CommandFailure.invalid("--policy is required, unless --history is given");
    }
    List<NamedPolicy> policies = new ArrayList<>();
    Stream.concat(Stream.of(policy), compare.stream()).map(this::named).forEach(policies::add);
    Comparison comparison = outage.compare(policies);
    if (svg != null) {
      write(svg, LoadChart.of(comparison).svg());
    }
    if (json) {
      console.out().println(Json.writeAscii(SimulationJson.of(comparison)));
    } else {
      OutageReport.print(comparison, console);
    }
    return ExitCodes.OK;
  }

  private NamedPolicy named(String nameOrFile) {
    return new PolicySource(console.in())
        .presetOrFile(nameOrFile, () -> PolicyServer.policies(console, target.server()));
  }

  private static void write(String file, String text) {
    try {
      Files.writeString(Path.of(file), text);
    } catch (InvalidPathException | IOException e) {
      throw CommandFailure.notFound(
          "--svg: %s can't be written: %s".formatted(file, e.getMessage()));
    }
  }
}
