package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.json.strict.Json;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.text.PrintableText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "set",
    description = {
      "Creates or replaces a named policy on a server.",
      "It applies from the next failure on, also to jobs that exist."
    })
final class PolicySetCommand extends ApiCommand {
  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "The policy's name.",
      completionCandidates = Choices.Policies.class)
  private String name = "";

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      description = "A JSON file, or - for standard input.")
  private String file = "";

  PolicySetCommand(Console console) {
    super(console);
  }

  @Override
  int run(ApiClient api) {
    RetryPolicy policy = new PolicySource(console().in()).file(file);
    String path = "/policies/" + ApiClient.segment(name);
    long version = api.find(path).map(before -> before.json().path("version").asLong(0)).orElse(0L);
    ApiAnswer answer = api.put(path, Json.read(RetryPolicyJson.standard().write(policy)), version);
    if (json()) {
      sayJson(answer.body());
    } else {
      String summary = new PolicyDescription(console().glyphs()).summary(policy);
      say(PrintableText.escaped(name) + "  set: " + summary);
    }
    return ExitCodes.OK;
  }
}
