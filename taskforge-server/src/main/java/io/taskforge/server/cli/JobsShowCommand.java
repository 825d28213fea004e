package io.taskforge.server.cli;

import java.nio.charset.Charset;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
    name = "show",
    description = "Shows a job, its attempts, and why each retry waited as long as it did.")
final class JobsShowCommand extends ApiCommand {
  private static final int LONGEST_REASON = 500;

  @Parameters(paramLabel = "ID", description = "The job's id.")
  private String id = "";

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many of the latest attempts; 10 by default.")
  private int limit = 10;

  @Option(names = "--history", description = "Only the attempts; with --json, as the API has them.")
  private boolean historyOnly;

  JobsShowCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    String job = "/jobs/" + ApiClient.segment(id);
    String history = job + "/history";
    if (!historyOnly) {
      sayRecord(api.get(job));
    }
    if (json() && !historyOnly) {
      return ExitCodes.OK;
    }
    ApiAnswer attempts = api.get(history, Map.of("limit", Integer.toString(limit)));
    if (json()) {
      sayJson(attempts.body());
      return ExitCodes.OK;
    }
    say("");
    api.text(history + "?limit=" + limit)
        .lines()
        .forEach(line -> say(drawn(PrintableText.of(line), console().charset())));
    for (JsonNode attempt : attempts.json().path("items")) {
      reason(attempt);
    }
    return ExitCodes.OK;
  }

  private void reason(JsonNode attempt) {
    String why = JsonCell.text(attempt.path("explanation"));
    if (!why.isEmpty()) {
      say(
          "after attempt %s: %s"
              .formatted(
                  JsonCell.shown(attempt.path("attempt"), 20),
                  JsonCell.shown(why, LONGEST_REASON)));
    }
  }

  /** Frames become ASCII where they can't be shown. */
  private static String drawn(String line, Charset charset) {
    if (charset.canEncode() && charset.newEncoder().canEncode("─│┌┼")) {
      return line;
    }
    return line.replace('─', '-').replace('│', '|').replaceAll("[┌┬┐├┼┤└┴┘]", "+");
  }
}
