package io.taskforge.cli;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** The options of the commands that change settings; the value {@code none} removes a setting. */
final class SettingOptions {
  static final List<RequestOption> TENANT =
      List.of(
          RequestOption.of(
                  "--max-waiting",
                  "N",
                  "The maximum number of waiting jobs in all queues together.")
              .as(SettingValue::number),
          RequestOption.of(
                  "--jobs-per-second",
                  "N",
                  "The maximum number of jobs enqueued per second, on each server.")
              .as(SettingValue::number));

  static final RequestOption WEBHOOK_QUEUE =
      RequestOption.of("--queue", "NAME", "Only events of jobs in this queue.")
          .offering(Choices.QUEUES);
  static final RequestOption WEBHOOK_TYPE =
      RequestOption.of("--type", "TYPE", "Only events of jobs of this type.")
          .offering(Choices.TYPES);
  static final RequestOption DISPLAY_NAME = RequestOption.of("--name", "TEXT", "A display name.");

  static final List<RequestOption> WEBHOOK =
      List.of(
          RequestOption.of("--url", "URL", "Where events are sent."),
          RequestOption.of("--event", "EVENT,…", "The events to send, separated by commas.")
              .field("events")
              .as(SettingValue::list)
              .offering(Choices.EVENTS),
          WEBHOOK_QUEUE.as(SettingValue::text),
          WEBHOOK_TYPE.as(SettingValue::text),
          DISPLAY_NAME.as(SettingValue::text),
          truth("--enabled", "Whether events are sent."),
          truth("--all-tenants", "Whether to send it the alerts of every tenant."));

  static final List<RequestOption> ALERT_RULE =
      List.of(
          truth("--enabled", "Whether the rule raises alerts."),
          RequestOption.of(
                  "--threshold", "N", "The highest value without an alert, in the rule's unit.")
              .as(SettingValue::number),
          RequestOption.of(
                  "--for", "TIME", "How long the value must exceed the threshold, such as 5m.")
              .as(SettingValue::text),
          RequestOption.of(
                  "--window",
                  "TIME",
                  "The period over which jobs are counted: 1m, 5m, 15m, 30m or 1h.")
              .as(SettingValue::text),
          RequestOption.of("--minimum", "N", "The rule is not evaluated with fewer jobs.")
              .as(SettingValue::number));

  private SettingOptions() {}

  static List<RequestOption> ofQueue(JsonArgument arguments) {
    return List.of(
        RequestOption.of(
                "--concurrency", "N", "The maximum number of jobs that a worker runs concurrently.")
            .as(SettingValue::number),
        RequestOption.of(
                "--rate", "N/TIME", "The rate limit for job starts of a worker: 10/s or 100/1m.")
            .as(SettingValue::rate),
        RequestOption.of("--policy", "NAME|JSON", "The retry policy: a name, JSON, @FILE, or -.")
            .field("retryPolicy")
            .as((option, value) -> policy(arguments, option, value))
            .offering(Choices.PRESETS),
        RequestOption.of(
                "--dead-letter-queue",
                "NAME",
                "Where jobs go that are given up; without one they end FAILED.")
            .as(SettingValue::text)
            .offering(Choices.QUEUES),
        RequestOption.of(
                "--dead-letter-on",
                "WHICH",
                "Which jobs go there: exhausted (default) or all that are given up.")
            .as(SettingValue::text)
            .offering(Choices.DEAD_LETTER_ON));
  }

  private static JsonNode policy(JsonArgument arguments, String option, String value) {
    JsonNode none = SettingValue.text(option, value);
    return none.isNull() ? none : arguments.nameOrObject(option, value);
  }

  private static RequestOption truth(String name, String description) {
    return RequestOption.of(name, "true|false", description)
        .as(SettingValue::truth)
        .offering(Choices.TRUTH);
  }
}
