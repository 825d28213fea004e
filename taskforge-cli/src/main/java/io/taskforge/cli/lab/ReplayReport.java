package io.taskforge.cli.lab;

import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.cli.output.Table;
import io.taskforge.json.strict.Json;
import io.taskforge.simulator.history.WhatIfReport;
import io.taskforge.text.DurationText;
import io.taskforge.text.PrintableText;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Prints the API's answer to a replay of recorded attempts. */
public final class ReplayReport {
  private static final int MOST_SHARES = 40;

  private static final Table<JsonNode> SHARES =
      Table.<JsonNode>empty()
          .text("error", share -> JsonCell.shown(JsonCell.text(share.path("errorType")), 60))
          .number("retry", share -> JsonCell.text(share.path("retry")))
          .number("retried", share -> number(share.path("retried")))
          .number("succeeded", share -> number(share.path("succeeded")))
          .number("share", share -> percent(share.path("share").asDouble(0)));

  private ReplayReport() {}

  public static void print(JsonNode answer, boolean tried, Console console) {
    PrintWriter out = console.out();
    JsonNode recorded = answer.path("recorded");
    out.printf(
        "queue %s, %s to %s: %s jobs failed at least once, %s of them succeeded, in %s attempts%n",
        JsonCell.text(answer.path("queue")),
        JsonCell.text(answer.path("from")),
        JsonCell.text(answer.path("to")),
        number(recorded.path("jobs")),
        number(recorded.path("successes")),
        number(recorded.path("attempts")));
    if (tried) {
      JsonNode whatIf = answer.path("whatIf");
      out.printf(
          "%nwith this policy%n  lost      %s successes (%s)%n  gained    %s%n  attempts  %s,"
              + " %s fewer%n  later     %s on average, %s at most%n",
          number(whatIf.path("lost")),
          percent(whatIf.path("lostShare").asDouble(0)),
          number(whatIf.path("gained")),
          number(whatIf.path("attempts")),
          number(whatIf.path("attemptsSaved")),
          seconds(whatIf.path("meanLaterSeconds")),
          seconds(whatIf.path("mostLaterSeconds")));
    }
    List<JsonNode> shares = answer.path("retries").valueStream().limit(MOST_SHARES).toList();
    if (!shares.isEmpty()) {
      out.println();
      SHARES.lines(shares, console).forEach(out::println);
    }
    JsonNode recommendation = answer.path("recommendation");
    if (recommendation.isObject()) {
      out.printf(
          "%nThe smallest policy that keeps %s of %s successes:%n%s%n",
          number(recommendation.path("kept")),
          number(recommendation.path("successes")),
          PrintableText.escaped(Json.write(recommendation.path("policy"))));
    }
    out.println();
    out.println("What is not known:");
    answer
        .path("notKnown")
        .forEach(line -> out.println("- " + PrintableText.escaped(JsonCell.text(line))));
  }

  /** Returns the figures of an answer. */
  public static WhatIfReport report(JsonNode answer) {
    JsonNode recorded = answer.path("recorded");
    JsonNode whatIf = answer.path("whatIf");
    return new WhatIfReport(
        new WhatIfReport.Recorded(
            recorded.path("jobs").asLong(0),
            recorded.path("attempts").asLong(0),
            recorded.path("successes").asLong(0)),
        new WhatIfReport.Outcome(
            whatIf.path("lost").asLong(0),
            whatIf.path("gained").asLong(0),
            whatIf.path("earlier").asLong(0),
            whatIf.path("unknown").asLong(0)),
        whatIf.path("attempts").asLong(0),
        Duration.ZERO,
        Duration.ZERO);
  }

  private static String number(JsonNode node) {
    return String.format(Locale.ROOT, "%,d", node.asLong(0));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f %%", share * 100);
  }

  private static String seconds(JsonNode node) {
    return DurationText.forPeople(Duration.ofMillis(Math.round(node.asDouble(0) * 1_000)));
  }
}
