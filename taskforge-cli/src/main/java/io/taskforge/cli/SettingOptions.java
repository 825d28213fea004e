package io.taskforge.cli;

import static io.taskforge.cli.RequestOption.option;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** The options of the commands that change settings; the value {@code none} removes a setting. */
final class SettingOptions {
  static final List<RequestOption> TENANT =
      List.of(
          option("--max-waiting", "N", "The maximum number of waiting jobs in all queues together.")
              .as(SettingValue::number),
          option(
                  "--jobs-per-second",
                  "N",
                  "The maximum number of jobs enqueued per second, on each server.")
              .as(SettingValue::number));

  static final RequestOption WEBHOOK_QUEUE =
      option("--queue", "NAME", "Only events of jobs in this queue.");
  static final RequestOption WEBHOOK_TYPE =
      option("--type", "TYPE", "Only events of jobs of this type.");
  static final RequestOption DISPLAY_NAME = option("--name", "TEXT", "A display name.");

  static final List<RequestOption> WEBHOOK =
      List.of(
          option("--url", "URL", "Where events are sent."),
          option("--event", "EVENT,…", "The events to send, separated by commas.")
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
          option("--threshold", "N", "The highest value without an alert, in the rule's unit.")
              .as(SettingValue::number),
          option("--for", "TIME", "How long the value must exceed the threshold, such as 5m.")
              .as(SettingValue::text),
          option(
                  "--window",
                  "TIME",
                  "The period over which jobs are counted: 1m, 5m, 15m, 30m or 1h.")
              .as(SettingValue::text),
          option("--minimum", "N", "The rule is not evaluated with fewer jobs.")
              .as(SettingValue::number));

  static final List<RequestOption> FAILURE_GROUP =
      List.of(
          option("--owner", "NAME", "The owner of the group.").as(SettingValue::text),
          option("--note", "TEXT", "A note for the other operators.").as(SettingValue::text),
          truth("--muted", "Whether the group is hidden from lists of what needs attention."));

  private SettingOptions() {}

  static List<RequestOption> ofQueue(JsonArgument arguments) {
    return List.of(
        option("--concurrency", "N", "The maximum number of jobs that a worker runs concurrently.")
            .as(SettingValue::number),
        option("--rate", "N/TIME", "The rate limit for job starts of a worker: 10/s or 100/1m.")
            .as(SettingValue::rate),
        option("--policy", "NAME|JSON", "The retry policy: a name, JSON, @FILE, or -.")
            .field("retryPolicy")
            .as((option, value) -> policy(arguments, option, value))
            .offering(Choices.PRESETS),
        option(
                "--dead-letter-queue",
                "NAME",
                "Where jobs go that are given up; without one they end FAILED.")
            .as(SettingValue::text),
        option(
                "--dead-letter-on",
                "WHICH",
                "Which jobs go there: exhausted (default) or all that are given up.")
            .as(SettingValue::text)
            .offering(Choices.DEAD_LETTER_ON),
        option("--destination", "NAME", "The destination of jobs that name none.")
            .as(SettingValue::text),
        option(
                "--retry-budget",
                "N%[/TIME][,N/TIME]",
                "The most retries in percent of first attempts in an interval, and a minimum rate:"
                    + " 20% or 20%/30s,5/1s.")
            .as(SettingValue::budget));
  }

  private static JsonNode policy(JsonArgument arguments, String option, String value) {
    JsonNode none = SettingValue.text(option, value);
    return none.isNull() ? none : arguments.nameOrObject(option, value);
  }

  private static RequestOption truth(String name, String description) {
    return option(name, "true|false", description).as(SettingValue::truth).offering(Choices.TRUTH);
  }
}
