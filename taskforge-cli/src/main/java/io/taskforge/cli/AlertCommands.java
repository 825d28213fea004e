package io.taskforge.cli;

import static io.taskforge.cli.RequestOption.option;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import java.util.List;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The commands about alerts and the rules that raise them. */
record AlertCommands(Console console) {
  CommandLine alerts() {
    Resource alerts = Resource.of(console, "/alerts", "ID", "The alerts' ids.");
    List<RequestOption> filters =
        List.of(
            JobOptions.QUEUE,
            JobOptions.TENANT,
            option("--state", "STATE", "Show only alerts in this state: ${COMPLETION-CANDIDATES}.")
                .offering(Choices.ALERT_STATES),
            option("--rule", "NAME", "Show only alerts of this rule."));
    List<RequestOption> note =
        List.of(
            option("--note", "TEXT", "A note for the other operators."),
            option("--for", "TIME", "Snooze them for this long, such as 2h."));
    return Resource.with(
        alerts.pages("alerts", "Lists, shows and acknowledges alerts.", Tables.ALERTS, filters),
        alerts.pages("list", "Lists alerts, open ones first.", Tables.ALERTS, filters),
        alerts.show("Shows an alert and what to do about it."),
        alerts.change(
            "ack",
            "Acknowledges or snoozes alerts.",
            note,
            (command, api, id) ->
                api.post("/alerts/" + ApiClient.segment(id) + "/acknowledge", command.body(note)),
            (command, id, answer) -> {
              JsonNode until = answer.json().path("snoozedUntil");
              return (until.isString() ? "snoozed until " + until.stringValue() : "acknowledged")
                  + " by "
                  + JsonCell.shown(answer.json().path("acknowledgedBy"), 64);
            }));
  }

  CommandLine alertRules() {
    Resource rules =
        Resource.of(console, "/alert-rules", "NAME", "The rules' names.")
            .with(option("--queue", "NAME", "The rule in this queue only."));
    return Resource.with(
        rules.group(
            "Lists, shows, sets and resets alert rules.",
            "Lists alert rules, each with its changes for single queues.",
            Tables.ALERT_RULES),
        rules.show("Shows an alert rule."),
        rules.set(false, "Changes an alert rule.", SettingOptions.ALERT_RULE),
        rules.delete("reset", "reset", "Resets alert rules to their defaults."));
  }
}
