package io.taskforge.cli;

import io.taskforge.cli.output.Console;
import tools.jackson.databind.JsonNode;

/** The options of the commands that change settings; the value {@code none} removes a setting. */
final class SettingOptions {
  private static final Iterable<String> TRUTH = new Choices.Truth();

  private SettingOptions() {}

  static RequestOption[] ofQueue(Console console) {
    return new RequestOption[] {
      RequestOption.of(
              "--concurrency",
              "concurrency",
              "N",
              "The maximum number of jobs that a worker runs concurrently.")
          .as(SettingValue::number),
      RequestOption.of(
              "--rate",
              "rate",
              "N/TIME",
              "The rate limit for job starts of a worker: 10/s or 100/1m.")
          .as(SettingValue::rate),
      RequestOption.of(
              "--policy",
              "retryPolicy",
              "NAME|JSON",
              "The retry policy: a name, JSON, @FILE, or -.")
          .as((option, value) -> policy(console, option, value))
          .offering(new Choices.Presets()),
      RequestOption.of(
              "--dead-letter-queue",
              "deadLetterQueue",
              "NAME",
              "Where jobs go that are given up; without one they end FAILED.")
          .as(SettingValue::text)
          .offering(new Choices.Queues()),
      RequestOption.of(
              "--dead-letter-on",
              "deadLetterOn",
              "WHICH",
              "Which jobs go there: exhausted (default) or all that are given up.")
          .as(SettingValue::text)
          .offering(new Choices.DeadLetterOns())
    };
  }

  private static JsonNode policy(Console console, String option, String value) {
    JsonNode none = SettingValue.text(option, value);
    return none.isNull() ? none : new JsonArgument(console).nameOrObject(option, value);
  }

  static RequestOption[] ofTenant() {
    return new RequestOption[] {
      RequestOption.of(
              "--max-waiting",
              "maxWaiting",
              "N",
              "The maximum number of waiting jobs in all queues together.")
          .as(SettingValue::number),
      RequestOption.of(
              "--jobs-per-second",
              "jobsPerSecond",
              "N",
              "The maximum number of jobs enqueued per second, on each server.")
          .as(SettingValue::number)
    };
  }

  static RequestOption[] ofWebhook() {
    return new RequestOption[] {
      RequestOption.of("--url", "url", "URL", "Where events are sent."),
      RequestOption.of("--event", "events", "EVENT,…", "The events to send, separated by commas.")
          .as(SettingValue::list)
          .offering(new Choices.Events()),
      RequestOption.of("--queue", "queue", "NAME", "Only events of jobs in this queue.")
          .as(SettingValue::text)
          .offering(new Choices.Queues()),
      RequestOption.of("--type", "type", "TYPE", "Only events of jobs of this type.")
          .as(SettingValue::text)
          .offering(new Choices.Types()),
      RequestOption.of("--name", "name", "TEXT", "A display name.").as(SettingValue::text),
      truth("--enabled", "enabled", "Whether events are sent."),
      truth("--all-tenants", "allTenants", "Whether to send it the alerts of every tenant.")
    };
  }

  static RequestOption[] ofAlertRule() {
    return new RequestOption[] {
      truth("--enabled", "enabled", "Whether the rule raises alerts."),
      RequestOption.of(
              "--threshold",
              "threshold",
              "N",
              "The highest value without an alert, in the rule's unit.")
          .as(SettingValue::number),
      RequestOption.of(
              "--for", "for", "TIME", "How long the value must exceed the threshold, such as 5m.")
          .as(SettingValue::text),
      RequestOption.of(
              "--window",
              "window",
              "TIME",
              "The period over which jobs are counted: 1m, 5m, 15m, 30m or 1h.")
          .as(SettingValue::text),
      RequestOption.of("--minimum", "minimum", "N", "The rule is not evaluated with fewer jobs.")
          .as(SettingValue::number)
    };
  }

  private static RequestOption truth(String name, String field, String description) {
    return RequestOption.of(name, field, "true|false", description)
        .as(SettingValue::truth)
        .offering(TRUTH);
  }
}
