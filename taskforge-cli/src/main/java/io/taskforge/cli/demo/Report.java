package io.taskforge.cli.demo;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import io.taskforge.stats.RetryMetrics;
import io.taskforge.stats.StoreStats;
import io.taskforge.text.DurationText;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the demo says when all stories are over. */
final class Report {
  private Report() {}

  /** Returns the final states. */
  static String states(List<Ending> endings) {
    return AsciiTable.builder()
        .border(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS_NO_OUTSIDE_BORDER)
        .data(
            endings,
            List.of(
                column("story", HorizontalAlign.LEFT).with(ending -> ending.story().name()),
                column("state", HorizontalAlign.LEFT).with(Ending::states),
                column("attempts", HorizontalAlign.RIGHT).with(Ending::attempts),
                column("what to notice", HorizontalAlign.LEFT)
                    .with(ending -> ending.story().notice())))
        .asString()
        .lines()
        .map(String::stripTrailing)
        .collect(Collectors.joining("\n"));
  }

  private static Column column(String header, HorizontalAlign align) {
    return new Column()
        .header(header)
        .headerAlign(HorizontalAlign.LEFT)
        .dataAlign(align)
        .maxWidth(Integer.MAX_VALUE);
  }

  /** Returns the totals of all queues. */
  static String totals(StoreStats stats) {
    return String.format(
        Locale.ROOT,
        "all queues: %d retries, %d succeeded, %d failed: %.1f %% of them worked",
        stats.totalRetries(),
        stats.successfulRetries(),
        stats.failedRetries(),
        stats.retrySuccessRate());
  }

  /** Returns how one queue's retries went. */
  static String queue(String name, RetryMetrics metrics) {
    return String.format(
        Locale.ROOT,
        "%s: %d retries, %d succeeded, %d failed: %.1f %% of them worked; average delay %s",
        name,
        metrics.totalRetries(),
        metrics.successfulRetries(),
        metrics.failedRetries(),
        metrics.retryRate(),
        DurationText.forPeople(metrics.avgRetryDelay()));
  }
}
