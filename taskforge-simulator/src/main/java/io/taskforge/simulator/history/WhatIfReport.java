package io.taskforge.simulator.history;

import java.time.Duration;

/**
 * What another policy would have made of recorded jobs.
 *
 * @param attempts how many attempts it makes, as far as attempts were recorded
 * @param meanLater how much later the jobs end that succeed in both, on average; negative if they
 *     end earlier
 * @param mostLater how much later one of them ends at most
 */
public record WhatIfReport(
    Recorded recorded, Outcome outcome, long attempts, Duration meanLater, Duration mostLater) {
  /**
   * What happened. Only jobs with at least one failure count: no policy changes the others.
   *
   * @param attempts the attempts before any redrive
   * @param successes jobs that succeeded without a redrive
   */
  public record Recorded(long jobs, long attempts, long successes) {}

  /**
   * What changes.
   *
   * @param lost jobs that succeeded and would have been given up
   * @param gained jobs that were given up, succeeded after a redrive, and would have succeeded
   *     without it
   * @param earlier jobs that succeed in both, but with the other policy in an attempt that starts
   *     earlier than the recorded one: it might have failed
   * @param unknown jobs for which the policy makes attempts that were never made
   */
  public record Outcome(long lost, long gained, long earlier, long unknown) {}

  /** The lost successes as a share of the recorded ones, from 0 to 1. */
  public double lostShare() {
    return recorded.successes == 0 ? 0 : outcome.lost / (double) recorded.successes;
  }

  /** Recorded attempts that the policy does not make; negative if it makes more. */
  public long attemptsSaved() {
    return recorded.attempts - attempts;
  }
}
