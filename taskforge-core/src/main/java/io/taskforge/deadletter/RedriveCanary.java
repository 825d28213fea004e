package io.taskforge.deadletter;

import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A sample of the redriven jobs, watched until they have run, to halt a redrive whose jobs fail
 * again.
 *
 * @param watched moved jobs that have not run yet, at most {@value #MAX_WATCHED}
 * @param ran how many of the sample have run
 * @param failedAgain how many of these failed
 * @param latest the latest outcomes, oldest first: {@code x} for a failure, {@code .} for a success
 */
public record RedriveCanary(List<JobId> watched, long ran, long failedAgain, String latest) {
  public static final int MAX_WATCHED = 100;
  private static final int WINDOW = 100;
  private static final int ENOUGH = 10;
  static final RedriveCanary NOTHING = new RedriveCanary(List.of(), 0, 0, "");

  public RedriveCanary {
    watched = List.copyOf(watched);
  }

  RedriveCanary watching(List<JobId> moved) {
    List<JobId> more = new ArrayList<>(watched);
    more.addAll(moved.subList(0, Math.min(moved.size(), MAX_WATCHED - watched.size())));
    return new RedriveCanary(more, ran, failedAgain, latest);
  }

  /** Returns this canary updated with the current watched jobs; deleted jobs do not count. */
  public RedriveCanary after(Map<JobId, Job> current) {
    List<JobId> waiting = new ArrayList<>();
    StringBuilder outcomes = new StringBuilder(latest);
    int more = 0;
    int failed = 0;
    for (JobId id : watched) {
      Job job = current.get(id);
      if (job == null) {
        continue;
      }
      boolean failedOnce = hasFailed(job);
      if (failedOnce || job.state() == JobState.SUCCEEDED) {
        outcomes.append(failedOnce ? 'x' : '.');
        more++;
        failed += failedOnce ? 1 : 0;
      } else if (!job.state().isFinal()) {
        waiting.add(id);
      }
    }
    String window = outcomes.substring(Math.max(0, outcomes.length() - WINDOW));
    return new RedriveCanary(waiting, ran + more, failedAgain + failed, window);
  }

  private static boolean hasFailed(Job job) {
    return switch (job.state()) {
      case FAILED, DEAD -> true;
      case QUEUED, RUNNING, RETRYING, SUCCEEDED, CANCELLED -> job.counters().failures() > 0;
    };
  }

  /**
   * Returns why the redrive must halt, if it must.
   *
   * @param lastLook whether this is the final check: then fewer than {@value #ENOUGH} outcomes
   *     decide too
   */
  public Optional<String> objection(double ratio, boolean lastLook) {
    int seen = latest.length();
    boolean enough = seen >= ENOUGH || (lastLook && seen > 0);
    long failed = latest.chars().filter(outcome -> outcome == 'x').count();
    if (!enough || failed <= ratio * seen) {
      return Optional.empty();
    }
    return Optional.of(
        "%d of %s%d redriven jobs failed again: %s %% is more than %s %%"
            .formatted(
                failed,
                ran > seen ? "the last " : "",
                seen,
                percent((double) failed / seen),
                percent(ratio)));
  }

  private static String percent(double part) {
    BigDecimal rounded = BigDecimal.valueOf(part * 100).setScale(1, RoundingMode.HALF_UP);
    return rounded.stripTrailingZeros().toPlainString();
  }
}
