package io.taskforge.cli;

import static io.taskforge.cli.RequestOption.flag;
import static io.taskforge.cli.RequestOption.join;
import static io.taskforge.cli.RequestOption.option;

import io.taskforge.json.strict.Json;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** The options that several commands about jobs have. */
final class JobOptions {
  static final RequestOption OWNER = tenant("The tenant that owns it; default if not given.");
  static final RequestOption TENANT = tenant("Select only those of this tenant.");
  static final RequestOption QUEUE = option("--queue", "NAME", "Select only those of this queue.");

  /** The options that narrow a list of jobs. */
  static final List<RequestOption> FILTER =
      List.of(
          QUEUE,
          TENANT,
          option("--type", "TYPE", "Select only jobs of this type."),
          option(
                  "--error",
                  "TYPE",
                  "Select only jobs whose last failure was of this type, such as timeout.")
              .field("errorType"),
          option(
                  "--failure-kind",
                  "KIND",
                  "Select only jobs whose last failure was of this kind: transient, permanent"
                      + " or overload.")
              .offering(Choices.FAILURE_KINDS));

  /** The options of commands that list jobs. */
  static final List<RequestOption> LIST =
      join(FILTER, flag("--payload", "With --json: include payload and result of each."));

  private JobOptions() {}

  private static RequestOption tenant(String description) {
    return option("--tenant", "ID", description);
  }

  /** The options of a new job, enqueued now or by a schedule. */
  static List<RequestOption> ofNewJob(JsonArgument arguments) {
    return List.of(
        option("--queue", "NAME", "The queue; default if not given."),
        option(
                "--payload",
                "JSON",
                "The payload for its handler: JSON, @FILE, or - for standard input.")
            .as(arguments::read),
        option("--priority", "N", "Higher runs first; 0 by default.").type(Integer.class),
        option("--policy", "NAME|JSON", "Its retry policy: a name, JSON, @FILE, or -.")
            .field("retryPolicy")
            .as(arguments::nameOrObject)
            .offering(Choices.PRESETS),
        option("--max-retries", "N", "Overrides the number of retries of its retry policy.")
            .type(Integer.class),
        option(
                "--retry-delay",
                "TIME",
                "Overrides the first delay of its retry policy: 30s, or milliseconds.")
            .as(JobOptions::timeOrMillis),
        option(
                "--use-exponential-backoff",
                "true|false",
                "Overrides the backoff: true doubles the delay, false keeps it fixed.")
            .type(Boolean.class),
        option("--timeout", "TIME", "How long one attempt may run, such as 30s."),
        flag("--at-most-once", "Never start it twice, even if its worker is lost.")
            .field("guarantee")
            .as((option, value) -> StringNode.valueOf("at_most_once")));
  }

  private static JsonNode timeOrMillis(String option, String value) {
    return Json.of(value.matches("\\d{1,10}") ? (Object) Long.valueOf(value) : value);
  }

  static JsonNode upperCase(String option, String value) {
    return StringNode.valueOf(value.toUpperCase(Locale.ROOT));
  }

  /** Reads a constant of the API, which may be written as {@code Run-All}. */
  static JsonNode word(String option, String value) {
    return StringNode.valueOf(value.toLowerCase(Locale.ROOT).replace('-', '_'));
  }
}
