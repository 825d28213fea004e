package io.taskforge.server.cli;

import io.taskforge.server.http.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "create",
    description =
        "Makes an API key and prints it, this once. The first one closes the server to all without a key.")
final class KeysCreateCommand extends ApiCommand {
  @Option(names = "--tenant", paramLabel = "ID", description = "Whose things it opens.")
  private @Nullable String tenant;

  @Option(names = "--all-tenants", description = "It opens every tenant's, and what they share.")
  private boolean allTenants;

  @Option(
      names = "--scope",
      required = true,
      paramLabel = "SCOPE",
      description = "read, write or admin; each includes the one before.")
  private String scope = "";

  @Option(names = "--name", paramLabel = "NAME", description = "What people call it.")
  private @Nullable String name;

  @Option(
      names = "--lasts",
      paramLabel = "TIME",
      description = "Such as 90d; for ever if not given.")
  private @Nullable String lasts;

  KeysCreateCommand(Console console) {
    super(console);
  }

  /** A server that is to face a network needs a key before it is started for the first time. */
  @Override
  boolean makesStore() {
    return true;
  }

  @Override
  int run(ApiClient api) {
    if ((tenant == null) != allTenants) {
      throw CommandFailure.invalid("give one of --tenant and --all-tenants");
    }
    ObjectNode body = Json.object();
    JobOptions.put(body, "tenant", tenant);
    JobOptions.put(body, "name", name);
    JobOptions.put(body, "lasts", lasts);
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
    console().err().println("Keep it: it can't be shown again.");
    console().err().flush();
    return ExitCodes.OK;
  }
}
