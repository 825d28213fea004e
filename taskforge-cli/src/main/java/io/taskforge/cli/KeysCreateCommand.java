package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.json.strict.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "create",
    description =
        "Creates an API key and prints it; it is not shown again. Creating the first key turns"
            + " authentication on.")
final class KeysCreateCommand extends ApiCommand {
  @Option(
      names = "--tenant",
      paramLabel = "ID",
      description = "The tenant that it gives access to.",
      completionCandidates = Choices.Tenants.class)
  private @Nullable String tenant;

  @Option(
      names = "--all-tenants",
      description = "Give access to every tenant and to shared settings.")
  private boolean allTenants;

  @Option(
      names = "--scope",
      required = true,
      paramLabel = "SCOPE",
      description = "read, write or admin; each includes the one before.",
      completionCandidates = Choices.Scopes.class)
  private String scope = "";

  @Option(names = "--name", paramLabel = "NAME", description = "A display name.")
  private @Nullable String name;

  @Option(
      names = "--expires-in",
      paramLabel = "TIME",
      description = "How long it is valid, such as 90d; by default, it does not expire.")
  private @Nullable String expiresIn;

  KeysCreateCommand(Console console) {
    super(console);
  }

  /** A server that listens on a network needs a key before its first start. */
  @Override
  boolean createsStore() {
    return true;
  }

  @Override
  int run(ApiClient api) {
    if ((tenant == null) != allTenants) {
      throw CommandFailure.invalid("give either --tenant or --all-tenants");
    }
    ObjectNode body = Json.object();
    JobOptions.put(body, "tenant", tenant);
    JobOptions.put(body, "name", name);
    JobOptions.put(body, "expiresIn", expiresIn);
    body.put("scope", scope);
    if (allTenants) {
      body.put("allTenants", true);
    }
    ApiAnswer answer = api.post("/keys", body);
    if (json()) {
      sayJson(answer.body());
      return ExitCodes.OK;
    }
    say(answer.json().path("key").asString());
    console().err().println("Save this key: it is not shown again.");
    console().err().flush();
    return ExitCodes.OK;
  }
}
