package io.taskforge.server.http;

import io.taskforge.job.Outage;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The response if the store is unavailable. It reveals no host, path or user. */
public final class OutageProblem {
  private static final String KIND = "store-unavailable";
  private static final String TITLE = "Store unavailable";
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  private OutageProblem() {}

  /**
   * Returns the problem.
   *
   * @param outage the store's outage; null if only one call failed
   */
  public static Problem of(@Nullable Outage outage) {
    if (outage == null || outage == Outage.UNREACHABLE) {
      String why =
          outage == null ? "the store failed to process the request" : outage.description();
      return Problem.plain(
              503,
              KIND,
              TITLE,
              why
                  + "; retry later, with the same idempotency key if the request creates jobs,"
                  + " because its outcome may be unknown")
          .retryAfter(RETRY_AFTER);
    }
    String kind = "store-" + outage.name().toLowerCase(Locale.ROOT).replace('_', '-');
    Problem problem =
        Problem.plain(503, kind, TITLE, outage.description() + "; " + outage.advice());
    // Corruption needs an operator.
    return outage == Outage.CORRUPT ? problem : problem.retryAfter(RETRY_AFTER);
  }
}
