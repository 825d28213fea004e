package io.taskforge.cli.demo;

import io.taskforge.cli.demo.Story.Ending;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.Table;
import io.taskforge.stats.RetryMetrics;
import io.taskforge.stats.StoreStats;
import io.taskforge.text.DurationText;
import java.util.List;
import java.util.Locale;

/** The demo's report after all stories have ended. */
final class Report {
  private Report() {}

  /** Returns a table of the final states. */
  static String states(List<Ending> endings, Console console) {
    Table<Ending> table =
        Table.<Ending>empty()
            .whole("story", ending -> ending.story().name())
            .whole("state", Ending::states)
            .number("attempts", Ending::attempts)
            .text("what to notice", ending -> ending.story().notice());
    return String.join("\n", table.lines(endings, console, Console.UNLIMITED));
  }

  /** Returns the retry totals of all queues. */
  static String totals(StoreStats stats) {
    return String.format(
        Locale.ROOT,
        "all queues: %d retries, %d succeeded, %d failed: %.1f %% succeeded",
        stats.totalRetries(),
        stats.successfulRetries(),
        stats.failedRetries(),
        stats.retrySuccessRate());
  }

  /** Returns the retry statistics of one queue. */
  static String queue(String name, RetryMetrics metrics) {
    return String.format(
        Locale.ROOT,
        "%s: %d retries, %d succeeded, %d failed: %.1f %% succeeded; average delay %s",
        name,
        metrics.retries().total(),
        metrics.retries().successful(),
        metrics.retries().failed(),
        metrics.retries().rate(),
        DurationText.forPeople(metrics.avgRetryDelay()));
  }
}
