package io.taskforge.server.lab;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.simulator.history.Recommendation;
import io.taskforge.simulator.history.RetryShare;
import io.taskforge.simulator.history.RetrySuccesses;
import io.taskforge.simulator.history.WhatIf;
import io.taskforge.simulator.history.WhatIfReport;
import io.taskforge.store.JobQueries;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What-if on the history of a queue: the recorded attempts of a period, replayed against a policy.
 *
 * @param report what the policy would have made of them
 * @param shares the share of successes by error type and retry
 * @param recommendation the smallest policy that would have been enough, or null without successes
 * @param cut whether only the newest jobs of the period were replayed
 */
public record HistoryReplay(
    Period period,
    WhatIfReport report,
    List<RetryShare> shares,
    @Nullable Recommendation recommendation,
    boolean cut) {
  /** Attempts that are replayed at most. */
  public static final long MAX_ATTEMPTS = 1_000_000;

  /**
   * Which jobs are replayed: those of a queue that ended in this time.
   *
   * @param tenant null for all tenants
   */
  public record Period(QueueName queue, @Nullable TenantId tenant, Instant from, Instant to) {}

  public HistoryReplay {
    shares = List.copyOf(shares);
  }

  /**
   * Replays the jobs of a period.
   *
   * @param policy the policy to try
   * @param present the policy from which the recommended one is derived
   */
  public static HistoryReplay of(
      JobQueries queries, Period period, RetryPolicy policy, RetryPolicy present, long seed) {
    WhatIf whatIf = new WhatIf(policy, seed);
    RetrySuccesses successes = new RetrySuccesses();
    RecordedHistory history = new RecordedHistory(queries, MAX_ATTEMPTS);
    JobFilter ended =
        JobFilter.all(JobFilter.MAX_LIMIT)
            .tenant(period.tenant)
            .finishedFrom(period.from)
            .finishedBefore(period.to);
    for (JobFilter filter : List.of(ended.queue(period.queue), ended.movedFrom(period.queue))) {
      history.read(
          filter,
          job -> {
            whatIf.add(job);
            successes.add(job);
          });
    }
    return new HistoryReplay(
        period,
        whatIf.report(),
        successes.shares(),
        successes.recommend(present).orElse(null),
        history.isCut());
  }
}
