package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.json.strict.Json;
import io.taskforge.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

@Command(name = "ack", description = "Acknowledges alerts.")
final class AlertsAckCommand extends ApiCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "ID",
      description = "The alerts' ids.",
      completionCandidates = Choices.Alerts.class)
  private List<String> ids = new ArrayList<>();

  @Option(names = "--note", paramLabel = "TEXT", description = "A note for the other operators.")
  private @Nullable String note;

  AlertsAckCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    ObjectNode body = Json.object();
    if (note != null) {
      body.put("note", note);
    }
    return each(
        ids, id -> report(id, api.post("/alerts/" + ApiClient.segment(id) + "/acknowledge", body)));
  }

  private void report(String id, ApiAnswer answer) {
    if (json()) {
      sayJson(answer.body());
      return;
    }
    String by = JsonCell.shown(answer.json().path("acknowledgedBy"), 64);
    say(PrintableText.escaped(id) + "  acknowledged by " + by);
  }
}
