package io.taskforge.server.api;

import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Job;
import io.taskforge.job.Payload;
import io.taskforge.json.strict.Json;
import io.taskforge.text.PrintableText;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** A job's history as text: a table of its attempts, and the explanation of each. */
public final class HistoryTable {
  private static final List<Integer> MIN_WIDTHS = List.of(10, 7, 8, 28);
  private static final int MAX_NOTE = 100;
  private static final List<String> HEADERS = List.of("Attempt", "Status", "Duration", "Notes");

  private HistoryTable() {}

  /** Returns the table; each line ends with a line feed. */
  public static String of(Job job, List<Attempt> attempts) {
    List<List<String>> rows = attempts.stream().map(attempt -> row(job, attempt)).toList();
    int[] widths = IntStream.range(0, HEADERS.size()).map(i -> width(rows, i)).toArray();
    StringBuilder log = new StringBuilder();
    log.append("Job: ").append(job.type()).append(" (").append(job.id()).append(")\n\n");
    line(log, widths, "┌", "┬", "┐");
    cells(log, widths, HEADERS);
    line(log, widths, "├", "┼", "┤");
    rows.forEach(row -> cells(log, widths, row));
    line(log, widths, "└", "┴", "┘");
    attempts.forEach(attempt -> why(log, attempt));
    return log.toString();
  }

  private static int width(List<List<String>> rows, int column) {
    return rows.stream()
        .mapToInt(row -> length(row.get(column)))
        .reduce(MIN_WIDTHS.get(column), Math::max);
  }

  private static List<String> row(Job job, Attempt attempt) {
    return List.of(
        name(attempt),
        status(attempt),
        attempt.duration() == null
            ? "-"
            : String.format(Locale.ROOT, "%,dms", attempt.duration().toMillis()),
        notes(job, attempt));
  }

  private static String status(Attempt attempt) {
    if (isEndedByRequest(attempt)) {
      return "ENDED";
    }
    return attempt.status() == AttemptStatus.SUCCEEDED ? "SUCCESS" : attempt.status().name();
  }

  /**
   * Whether a user ended the job while it waited: cancelled it, its retries, or dead-lettered it.
   */
  private static boolean isEndedByRequest(Attempt attempt) {
    return !attempt.isStarted() && attempt.status() == AttemptStatus.CANCELLED;
  }

  private static String name(Attempt attempt) {
    if (!attempt.isStarted()) {
      return isEndedByRequest(attempt) ? "By request" : "No attempt";
    }
    String name =
        attempt.retry() > 0
            ? "Retry #" + attempt.retry()
            : attempt.attempt() == 1 ? "Initial" : "Attempt " + attempt.attempt();
    return attempt.number().earlier() == 0
        ? name
        : name + " (" + attempt.totalAttempts() + " total)";
  }

  private static String notes(Job job, Attempt attempt) {
    String note = PrintableText.oneLine(text(job, attempt));
    return length(note) <= MAX_NOTE
        ? note
        : note.substring(0, note.offsetByCodePoints(0, MAX_NOTE - 1)) + "…";
  }

  private static String text(Job job, Attempt attempt) {
    String message = attempt.message();
    if (message != null && !message.isBlank()) {
      return message;
    }
    String error = attempt.errorType();
    return error == null ? note(job, attempt) : error;
  }

  /** Returns the last log line of a successful attempt, or its result if that is a string. */
  private static String note(Job job, Attempt attempt) {
    if (!attempt.isStarted()) {
      return "never started";
    }
    List<String> lines = attempt.log();
    if (!lines.isEmpty()) {
      return lines.get(lines.size() - 1);
    }
    Payload result = job.result();
    JsonNode value =
        result == null || attempt.status() != AttemptStatus.SUCCEEDED
            ? null
            : Json.read(result.json());
    return value != null && value.isString() ? value.stringValue() : "";
  }

  private static void why(StringBuilder log, Attempt attempt) {
    String why = attempt.explanation();
    if (why != null && !why.isBlank()) {
      log.append(name(attempt)).append(": ").append(PrintableText.oneLine(why)).append('\n');
    }
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static void line(
      StringBuilder log, int[] widths, String left, String middle, String right) {
    for (int i = 0; i < widths.length; i++) {
      log.append(i == 0 ? left : middle).append("─".repeat(widths[i] + 2));
    }
    log.append(right).append('\n');
  }

  private static void cells(StringBuilder log, int[] widths, List<String> cells) {
    for (int i = 0; i < widths.length; i++) {
      String cell = cells.get(i);
      log.append("│ ").append(cell).append(" ".repeat(widths[i] - length(cell) + 1));
    }
    log.append("│\n");
  }
}
