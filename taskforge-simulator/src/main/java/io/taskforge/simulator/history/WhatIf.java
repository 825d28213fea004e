package io.taskforge.simulator.history;

import io.taskforge.retry.RetryPolicy;
import io.taskforge.simulator.history.Replay.Fate;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * What-if on history: counts what another policy would have made of recorded jobs. Add jobs with
 * {@link #add}, then read the {@link #report}. Jobs without a failure are ignored: no policy
 * changes them. Not thread-safe.
 */
public final class WhatIf {
  private final RetryPolicy policy;
  private final RandomGenerator random;
  private long jobs;
  private long attempts;
  private long successes;
  private long lost;
  private long gained;
  private long earlier;
  private long unknown;
  private long made;
  private long keptSuccesses;
  private Duration later = Duration.ZERO;
  private Duration latest = Duration.ZERO;

  /**
   * @param seed of the jitter
   */
  public WhatIf(RetryPolicy policy, long seed) {
    this.policy = policy;
    this.random = new SplittableRandom(seed);
  }

  /** Replays one job. */
  public void add(RecordedJob job) {
    if (!job.hasFailure()) {
      return;
    }
    Replay replay = Replay.of(job, policy, random);
    Optional<RecordedAttempt> success = job.success();
    jobs++;
    attempts += job.firstRound().count();
    made += replay.attempts();
    successes += success.isPresent() ? 1 : 0;
    unknown += replay.fate() == Fate.UNKNOWN ? 1 : 0;
    if (success.isPresent() && replay.fate() == Fate.SUCCEEDS) {
      kept(success.get(), replay);
    } else if (success.isPresent()) {
      lost++;
    } else if (replay.fate() == Fate.SUCCEEDS) {
      gained++;
    }
  }

  private void kept(RecordedAttempt success, Replay replay) {
    keptSuccesses++;
    earlier += replay.earlier() ? 1 : 0;
    Duration difference = Duration.between(success.endedAt(), replay.end());
    later = later.plus(difference);
    latest = difference.compareTo(latest) > 0 ? difference : latest;
  }

  /** Returns the result so far. */
  public WhatIfReport report() {
    return new WhatIfReport(
        new WhatIfReport.Recorded(jobs, attempts, successes),
        new WhatIfReport.Outcome(lost, gained, earlier, unknown),
        made,
        keptSuccesses == 0 ? Duration.ZERO : later.dividedBy(keptSuccesses),
        latest);
  }
}
