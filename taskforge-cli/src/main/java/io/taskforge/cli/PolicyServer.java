package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.json.strict.Json;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/**
 * The option for a server whose named policies are used in addition to the presets, as a mixin.
 * Without {@code --server} and {@code TASKFORGE_SERVER}, no server is called.
 */
final class PolicyServer {
  private static final Duration LIMIT = Duration.ofSeconds(2);

  @Option(
      names = "--server",
      paramLabel = "URL",
      description =
          "Include the named policies of this server. Default: the server in "
              + ApiOptions.VARIABLE
              + ", if set.")
  private @Nullable String server;

  Map<String, RetryPolicy> policies(Console console) {
    return policies(console, server);
  }

  /**
   * Returns the server's policies by name; a server from the environment may be unreachable.
   *
   * @param server null for the environment's, if it has one
   */
  static Map<String, RetryPolicy> policies(Console console, @Nullable String server) {
    String url = server != null ? server : console.environment().get(ApiOptions.VARIABLE);
    if (url == null) {
      return Map.of();
    }
    try {
      ApiClient api = ApiClient.of(url, console.environment().get(ApiClient.KEY_VARIABLE));
      return own(api.within(LIMIT).get("/policies").json());
    } catch (CommandFailure e) {
      if (server != null) {
        throw e;
      }
      TaskForgeCli.error(
          console, List.of("the server's policies are not included: " + e.lines().get(0)));
      return Map.of();
    }
  }

  private static Map<String, RetryPolicy> own(JsonNode answer) {
    Map<String, RetryPolicy> own = new LinkedHashMap<>();
    for (JsonNode item : answer.path("items")) {
      if (!item.path("preset").asBoolean(false)) {
        String policy = Json.write(item.path("policy"));
        own.put(JsonCell.text(item.path("name")), RetryPolicyJson.standard().read(policy));
      }
    }
    return own;
  }
}
