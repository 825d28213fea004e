package io.taskforge.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** The options of a new job, enqueued now or by a schedule, as a mixin. */
final class JobOptions {
  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "The queue; default if not given.",
      completionCandidates = Choices.Queues.class)
  private @Nullable String queue;

  @Option(
      names = "--payload",
      paramLabel = "JSON",
      description = "The payload for its handler: JSON, @FILE, or - for standard input.")
  private @Nullable String payload;

  @Option(names = "--priority", paramLabel = "N", description = "Higher runs first; 0 by default.")
  private @Nullable Integer priority;

  @Option(
      names = "--policy",
      paramLabel = "NAME|JSON",
      description = "Its retry policy: a name, JSON, @FILE, or -.",
      completionCandidates = Choices.Presets.class)
  private @Nullable String policy;

  @Option(
      names = "--max-retries",
      paramLabel = "N",
      description = "Overrides the number of retries of its retry policy.")
  private @Nullable Integer maxRetries;

  @Option(
      names = "--retry-delay",
      paramLabel = "TIME",
      description = "Overrides the first delay of its retry policy: 30s, or milliseconds.")
  private @Nullable String retryDelay;

  @Option(
      names = "--use-exponential-backoff",
      arity = "1",
      paramLabel = "true|false",
      description = "Overrides the backoff: true doubles the delay, false keeps it fixed.")
  private @Nullable Boolean exponential;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "How long one attempt may run, such as 30s.")
  private @Nullable String timeout;

  @Option(
      names = "--at-most-once",
      description = "Never start it twice, even if its worker is lost.")
  private boolean atMostOnce;

  /** Sets the given options in {@code job}. */
  void into(ObjectNode job, JsonArgument arguments) {
    put(job, "queue", queue);
    if (payload != null) {
      job.set("payload", arguments.read("--payload", payload));
    }
    if (priority != null) {
      job.put("priority", priority);
    }
    if (policy != null) {
      job.set("retryPolicy", arguments.nameOrObject("--policy", policy));
    }
    if (maxRetries != null) {
      job.put("maxRetries", maxRetries);
    }
    if (retryDelay != null && retryDelay.matches("\\d{1,10}")) {
      job.put("retryDelay", Long.parseLong(retryDelay));
    } else {
      put(job, "retryDelay", retryDelay);
    }
    if (exponential != null) {
      job.put("useExponentialBackoff", exponential);
    }
    put(job, "timeout", timeout);
    if (atMostOnce) {
      job.put("guarantee", "at_most_once");
    }
  }

  static void put(ObjectNode job, String key, @Nullable String value) {
    if (value != null) {
      job.put(key, value);
    }
  }
}
