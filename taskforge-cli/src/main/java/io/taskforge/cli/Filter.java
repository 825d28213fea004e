package io.taskforge.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that narrow a list to a queue and a tenant, as a mixin. */
class Filter {
  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "Only those in this queue.",
      completionCandidates = Choices.Queues.class)
  private @Nullable String queue;

  @Option(
      names = "--tenant",
      paramLabel = "ID",
      description = "Only those of this tenant.",
      completionCandidates = Choices.Tenants.class)
  private @Nullable String tenant;

  /** Returns the parameters that were given, by the names of the API. */
  Map<String, String> parameters() {
    Map<String, String> parameters = new LinkedHashMap<>();
    put(parameters, "queue", queue);
    put(parameters, "tenant", tenant);
    return parameters;
  }

  static void put(Map<String, String> parameters, String key, @Nullable String value) {
    if (value != null) {
      parameters.put(key, value);
    }
  }
}
