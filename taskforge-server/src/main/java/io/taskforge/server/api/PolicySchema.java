package io.taskforge.server.api;

import io.taskforge.retry.Jitter;
import io.taskforge.server.http.Schema;
import java.util.Arrays;
import java.util.Locale;

/** The schema of retry policies, which {@code RetryPolicyJson} reads and writes. */
final class PolicySchema {
  private static final int MAX_RETRIES = 1_000_000;

  /**
   * One object for all strategies, whose fields depend on the strategy: code generators handle that
   * better than one schema for each.
   */
  private static final Schema BACKOFF =
      Schema.object("Backoff")
          .required(
              "strategy",
              Schema.oneOf("fixed", "linear", "exponential", "fibonacci", "list"),
              "how the delay grows from retry to retry")
          .optional("delay", Schema.duration(), "fixed: each delay")
          .optional("initial", Schema.duration(), "linear, exponential: the first delay")
          .optional("increment", Schema.duration(), "linear: added for each further retry")
          .optional("multiplier", Schema.number(), "exponential: at least 1")
          .optional("base", Schema.duration(), "fibonacci: the first delay")
          .optional(
              "delays",
              Schema.list(Schema.duration()).orNull(),
              "list: each delay; the last one is repeated");

  private static final Schema JITTER =
      Schema.object("Jitter")
          .required(
              "type",
              Schema.oneOf(
                  Arrays.stream(Jitter.Type.values())
                      .map(type -> type.name().toLowerCase(Locale.ROOT))
                      .toArray()),
              "how the delay is randomized")
          .optional(
              "factor",
              Schema.number(0, 1),
              "proportional: the maximum deviation, as a fraction of the delay");

  private static final Schema FILTER =
      Schema.object("FailureFilter")
          .optional(
              "errors", Schema.list(Schema.text()).orNull(), "names of errors, such as timeout")
          .optional(
              "statusCodes", Schema.list(Schema.integer(100, 599)).orNull(), "HTTP status codes");

  /** A retry policy; a client gives maxRetries or maxAttempts, and the server shows maxRetries. */
  static final Schema POLICY =
      Schema.object("RetryPolicy")
          .required("backoff", BACKOFF, "the delays between attempts")
          .optional("maxRetries", Schema.integer(0, MAX_RETRIES), "how often a job is retried")
          .optional(
              "maxAttempts",
              Schema.integer(1, MAX_RETRIES + 1),
              "one more than maxRetries; give one of the two")
          .optional("maxDelay", Schema.duration(), "the longest delay")
          .optional("jitter", JITTER, "randomizes delays, so that retries don't come in waves")
          .optional("retryOn", FILTER, "retry only these failures")
          .optional("neverOn", FILTER, "never retry these failures")
          .optional(
              "maxElapsed",
              Schema.duration(),
              "no retry starts later than this after the first run")
          .optional("maxRetryAfter", Schema.duration(), "the longest Retry-After that is respected")
          .example(
              """
              {"maxRetries": 5, "maxDelay": "10m", "jitter": {"type": "proportional", "factor": 0.2},
               "backoff": {"strategy": "exponential", "initial": "1s", "multiplier": 2}}
              """);

  /** A policy, or the name of one. */
  static final Schema POLICY_OR_NAME = Schema.union("RetryPolicyOrName", Schema.text(), POLICY);

  private PolicySchema() {}
}
