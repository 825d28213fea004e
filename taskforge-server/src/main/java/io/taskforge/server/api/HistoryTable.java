package io.taskforge.server.api;

import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Job;
import io.taskforge.text.BoundedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A job's execution log as a table that a person can read. */
public final class HistoryTable {
  private static final int LONGEST_NOTE = 100;
  private static final String[] HEADERS = {"Attempt", "Status", "Duration", "Notes"};

  private HistoryTable() {}

  /** Returns the table, each line ended. */
  public static String of(Job job, List<Attempt> attempts) {
    List<String[]> rows = new ArrayList<>();
    attempts.forEach(attempt -> rows.add(row(attempt)));
    int[] widths = new int[HEADERS.length];
    for (int i = 0; i < HEADERS.length; i++) {
      widths[i] = Math.max(10, HEADERS[i].length());
      for (String[] row : rows) {
        widths[i] = Math.max(widths[i], row[i].codePointCount(0, row[i].length()));
      }
    }
    StringBuilder table = new StringBuilder();
    table.append("Job: %s (%s)%n%n".formatted(job.type(), job.id()).replace("\r\n", "\n"));
    line(table, widths, "┌", "┬", "┐");
    cells(table, widths, HEADERS);
    line(table, widths, "├", "┼", "┤");
    rows.forEach(row -> cells(table, widths, row));
    line(table, widths, "└", "┴", "┘");
    return table.toString();
  }

  private static String[] row(Attempt attempt) {
    return new String[] {
      name(attempt),
      status(attempt.status()),
      attempt.duration() == null
          ? "-"
          : String.format(Locale.ROOT, "%,dms", attempt.duration().toMillis()),
      notes(attempt)
    };
  }

  private static String name(Attempt attempt) {
    if (attempt.attempt() == 1) {
      return "Initial";
    }
    return attempt.retry() > 0 ? "Retry #" + attempt.retry() : "Run #" + attempt.attempt();
  }

  private static String status(AttemptStatus status) {
    return status == AttemptStatus.SUCCEEDED ? "SUCCESS" : status.name();
  }

  /** What went wrong and what followed; for a success, what its handler last wrote. */
  private static String notes(Attempt attempt) {
    String said = attempt.message();
    if (said == null) {
      List<String> log = attempt.log();
      said = log.isEmpty() ? "" : log.get(log.size() - 1);
    }
    String why = attempt.explanation();
    String both =
        said.isBlank() ? text(why) : why == null || why.isBlank() ? said : said + "; " + why;
    return printable(BoundedText.of(both, LONGEST_NOTE));
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ").strip();
  }

  private static void line(
      StringBuilder table, int[] widths, String left, String middle, String right) {
    for (int i = 0; i < widths.length; i++) {
      table.append(i == 0 ? left : middle).append("─".repeat(widths[i] + 2));
    }
    table.append(right).append('\n');
  }

  private static void cells(StringBuilder table, int[] widths, String[] cells) {
    for (int i = 0; i < widths.length; i++) {
      int padding = widths[i] - cells[i].codePointCount(0, cells[i].length());
      table.append("│ ").append(cells[i]).append(" ".repeat(padding + 1));
    }
    table.append("│\n");
  }
}
