package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.text.PrintableText;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
    name = "show",
    description = "Shows a job, its attempts, and why each retry waited as long as it did.")
final class JobsShowCommand extends ApiCommand {
  @Parameters(paramLabel = "ID", description = "The job's id, or the UUID of a schedule.")
  private String id = "";

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many of the latest attempts; 10 by default.")
  private int limit = 10;

  @Option(names = "--history", description = "Only the attempts; with --json, the API's JSON.")
  private boolean historyOnly;

  JobsShowCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    String job = "/jobs/" + ApiClient.segment(id);
    String history = job + "/history";
    if (!historyOnly) {
      ApiAnswer answer = api.get(job);
      sayRecord(answer);
      if (json()) {
        return ExitCodes.OK;
      }
      say("");
      if (isUntried(answer.json())) {
        say("no attempts yet");
        return ExitCodes.OK;
      }
      if (answer.json().has("totalAttempts")) { // the id may be a schedule's
        say(AttemptText.of(answer.json()));
      }
    }
    if (json()) {
      sayJson(api.get(history, Map.of("limit", Integer.toString(limit))).body());
      return ExitCodes.OK;
    }
    if (!historyOnly) {
      say("");
    }
    api.text(history + "?limit=" + limit)
        .lines()
        .forEach(line -> say(console().glyphs().drawn(PrintableText.escaped(line))));
    return ExitCodes.OK;
  }

  /** Whether the history is empty; that of a job that ended without an attempt has the reason. */
  private static boolean isUntried(JsonNode job) {
    return job.path("totalAttempts").asLong(0) == 0 && job.path("finishedAt").isNull();
  }
}
