package io.taskforge.simulator;

import org.jspecify.annotations.Nullable;

/**
 * How one contender came through an outage.
 *
 * @param drainSeconds the time from the end of the outage until the backlog was gone; null if it
 *     never was. Jobs that were given up are gone too: see {@code dead}
 * @param drainRatio {@code drainSeconds} as a multiple of the ideal, or null
 * @param failedCalls calls that the destination refused or rejected
 * @param peakPerSecond the most calls in one second
 * @param attemptsUsed attempts that counted towards the limits of the policy
 * @param dead jobs that were given up
 * @param load the calls of each second
 */
public record SimulationResult(
    String name,
    @Nullable Double drainSeconds,
    @Nullable Double drainRatio,
    long failedCalls,
    long peakPerSecond,
    long attemptsUsed,
    long dead,
    LoadSeries load) {}
