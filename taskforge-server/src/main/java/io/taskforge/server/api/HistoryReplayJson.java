package io.taskforge.server.api;

import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import io.taskforge.server.lab.HistoryReplay;
import io.taskforge.simulator.history.Recommendation;
import io.taskforge.simulator.history.RetryShare;
import io.taskforge.simulator.history.WhatIfReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A replay as JSON. */
final class HistoryReplayJson {
  private static final View<WhatIfReport.Recorded> RECORDED =
      View.<WhatIfReport.Recorded>of("RecordedJobs")
          .integer("jobs", WhatIfReport.Recorded::jobs, "jobs that failed at least once")
          .integer("attempts", WhatIfReport.Recorded::attempts, "their attempts before any redrive")
          .integer(
              "successes",
              WhatIfReport.Recorded::successes,
              "how many of these jobs succeeded without a redrive");

  private static final View<WhatIfReport> REPORT =
      View.<WhatIfReport>of("WhatIf")
          .integer("lost", r -> r.outcome().lost(), "successes that the policy would have given up")
          .number("lostShare", WhatIfReport::lostShare, "lost, as a share of the successes")
          .integer(
              "gained",
              r -> r.outcome().gained(),
              "jobs that needed a redrive, and would have succeeded without it")
          .integer(
              "earlier",
              r -> r.outcome().earlier(),
              "successes in attempts that would have started earlier, and might have failed")
          .integer(
              "unknown",
              r -> r.outcome().unknown(),
              "jobs for which the policy makes attempts that were never made")
          .integer("attempts", WhatIfReport::attempts, "attempts, as far as they were recorded")
          .integer("attemptsSaved", WhatIfReport::attemptsSaved, "attempts that it does not make")
          .number(
              "meanLaterSeconds",
              r -> seconds(r.meanLater()),
              "how much later jobs that succeed in both end, on average")
          .number("mostLaterSeconds", r -> seconds(r.mostLater()), "how much later, at most");

  private static final View<RetryShare> SHARE =
      View.<RetryShare>of("RetryShare")
          .text("errorType", RetryShare::errorType, "the type of the failure before the retry")
          .integer("retry", RetryShare::retry, "the number of the retry")
          .integer("retried", RetryShare::retried, "how many jobs were retried")
          .integer("succeeded", RetryShare::succeeded, "how many of these retries succeeded")
          .number("share", RetryShare::share, "the share that succeeded, from 0 to 1");

  private static final View<Recommendation> RECOMMENDATION =
      View.<Recommendation>of("RecommendedPolicy")
          .raw(
              "policy",
              r -> RetryPolicyJson.standard().write(r.policy()),
              PolicyFields.POLICY,
              "the smallest policy that keeps 99.9 % of the successes")
          .key(
              "hopeless",
              r -> r.hopeless().stream().map(type -> type.name()).toList(),
              Schema.list(Schema.text()),
              "error types that no job which succeeded had, and that it no longer retries")
          .integer("successes", Recommendation::successes, "successes after at least one failure")
          .integer("kept", Recommendation::kept, "how many of them the policy keeps");

  static final View<HistoryReplay> VIEW =
      View.<HistoryReplay>of("HistoryReplay")
          .text("queue", r -> r.period().queue(), "the queue")
          .time("from", r -> r.period().from(), "the start of the period")
          .time("to", r -> r.period().to(), "the end of the period, exclusive")
          .object("recorded", r -> r.report().recorded(), RECORDED, "what happened")
          .object("whatIf", HistoryReplay::report, REPORT, "what the policy would have changed")
          .list("retries", HistoryReplay::shares, SHARE, "successes by error type and retry")
          .objectOrNull(
              "recommendation",
              HistoryReplay::recommendation,
              RECOMMENDATION,
              "null without successes after a failure")
          .key(
              "notKnown",
              HistoryReplayJson::notKnown,
              Schema.list(Schema.text()),
              "what the history cannot tell");

  private HistoryReplayJson() {}

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  private static List<String> notKnown(HistoryReplay replay) {
    List<String> lines = new ArrayList<>();
    WhatIfReport.Outcome outcome = replay.report().outcome();
    if (outcome.unknown() > 0) {
      lines.add(
          "%d jobs would have had attempts that were never made; how these end is not known"
              .formatted(outcome.unknown()));
    }
    if (outcome.earlier() > 0) {
      lines.add(
          "%d successes would have been tried earlier than they were, and might have failed then"
              .formatted(outcome.earlier()));
    }
    if (replay.cut()) {
      lines.add(
          "only the newest jobs of the period were replayed, about %d attempts"
              .formatted(HistoryReplay.MAX_ATTEMPTS));
    }
    lines.add(
        "each attempt is taken to end as the recorded attempt of the same number; the history has"
            + " no Retry-After, and deadlines of jobs are not replayed");
    return lines;
  }
}
