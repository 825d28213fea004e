package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.lab.ReplayReport;
import io.taskforge.cli.output.Console;
import io.taskforge.json.strict.Json;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.simulator.history.FailCondition;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** The options of a replay of recorded attempts, as a mixin. */
final class HistoryOptions {
  @Option(
      names = "--history",
      description =
          "Replay the recorded attempts of --queue; without --policy against its own policy.")
  private boolean history;

  @Option(names = "--queue", paramLabel = "NAME", description = "With --history: the queue.")
  private @Nullable String queue;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "With --history: the start of the period; 7 days before its end by default.")
  private @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "With --history: the end of the period; now by default.")
  private @Nullable String to;

  @Option(
      names = "--fail-if",
      paramLabel = "CONDITION",
      description =
          "With --history: end with exit code 7 if this is true, such as \"lost > 0.1%%\". Compares"
              + " lost, unknown or attempts with a number or a percentage, by > or >=.")
  private @Nullable String failIf;

  boolean isWanted() {
    return history;
  }

  /** Fails if an option is given that needs {@code --history}. */
  void refuse() {
    if (Stream.of(queue, from, to, failIf).anyMatch(Objects::nonNull)) {
      throw CommandFailure.invalid("--queue, --from, --to and --fail-if require --history");
    }
  }

  int replay(Console console, ApiOptions target, @Nullable String policy, boolean json) {
    if (queue == null) {
      throw CommandFailure.invalid("--history requires --queue");
    }
    FailCondition condition = condition();
    ObjectNode body = Json.object().put("queue", queue);
    if (policy != null) {
      if (new InputFile(policy, console.in()).exists()) {
        String text = RetryPolicyJson.standard().write(new PolicySource(console.in()).file(policy));
        body.set("policy", Json.read(text));
      } else {
        body.put("policy", policy);
      }
    }
    if (from != null) {
      body.put("from", from);
    }
    if (to != null) {
      body.put("to", to);
    }
    try (ApiSession session = target.open(console, false)) {
      ApiAnswer answer = session.api().post("/policies/replay", body);
      if (json) {
        console.out().println(JsonOutput.ascii(answer.body().strip()));
      } else {
        ReplayReport.print(answer.json(), policy != null, console);
      }
      if (condition != null && condition.isTrue(ReplayReport.report(answer.json()))) {
        TaskForgeCli.error(console, List.of("--fail-if is true: " + failIf));
        return ExitCodes.CHECK_FAILED;
      }
      return ExitCodes.OK;
    }
  }

  private @Nullable FailCondition condition() {
    if (failIf == null) {
      return null;
    }
    try {
      return FailCondition.parse(failIf);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.invalid("--fail-if: '%s' %s".formatted(failIf, e.getMessage()));
    }
  }
}
