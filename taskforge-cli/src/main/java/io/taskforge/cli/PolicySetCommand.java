package io.taskforge.cli;

import static io.taskforge.cli.RequestOption.argument;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.json.strict.Json;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.text.PrintableText;
import java.util.List;
import picocli.CommandLine;

/** Stores a policy file on a server. */
final class PolicySetCommand {
  private static final RequestOption NAME = argument("NAME", "The policy's name.");
  private static final RequestOption FILE =
      argument("FILE", "A JSON file, or - for standard input.");

  private PolicySetCommand() {}

  static CommandLine of(Console console) {
    return ApiCommand.of(
        console,
        "set",
        "Creates or replaces a named policy on a server.\n"
            + "It applies from the next failure on, also to jobs that exist.",
        List.of(NAME, FILE),
        PolicySetCommand::run);
  }

  private static int run(ApiCommand command, ApiClient api) {
    String name = command.text(NAME);
    RetryPolicy policy = new PolicySource(command.console().in()).file(command.text(FILE));
    ApiAnswer answer =
        api.replace(
            "/policies/" + ApiClient.segment(name),
            Json.read(RetryPolicyJson.standard().write(policy)));
    if (command.json()) {
      command.sayJson(answer.body());
    } else {
      String summary = new PolicyDescription(command.console().glyphs()).summary(policy);
      command.say(PrintableText.escaped(name) + "  set: " + summary);
    }
    return ExitCodes.OK;
  }
}
