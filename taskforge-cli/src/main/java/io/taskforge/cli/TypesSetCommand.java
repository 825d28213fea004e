package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.json.strict.Json;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "set", description = "Sets the retry policy of a job type.")
final class TypesSetCommand extends ApiCommand {
  private static final String FIELD = "retryPolicy";

  @Parameters(
      paramLabel = "TYPE",
      description = "The job type.",
      completionCandidates = Choices.Types.class)
  private String type = "";

  @Option(
      names = "--policy",
      required = true,
      paramLabel = "NAME|JSON",
      description = "The retry policy of jobs without their own: a name, JSON, @FILE, or -.",
      completionCandidates = Choices.Presets.class)
  private String policy = "";

  TypesSetCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    String path = "/types/" + ApiClient.segment(type);
    sayRecord(
        new SettingsChange(api, path, List.of(FIELD))
            .ofAny(
                Json.object()
                    .set(FIELD, new JsonArgument(console()).nameOrObject("--policy", policy))));
    return ExitCodes.OK;
  }
}
