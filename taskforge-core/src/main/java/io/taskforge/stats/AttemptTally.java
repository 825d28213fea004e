package io.taskforge.stats;

import java.time.Instant;

/**
 * How many history entries of one category ended in a period, as stores sum them.
 *
 * @param start the start of the period
 * @param runMicros the sum of their run times, in microseconds; a double, which cannot overflow
 * @param delayMicros the sum of the delays after them, in microseconds
 */
public record AttemptTally(
    Instant start, AttemptCategory category, long count, double runMicros, double delayMicros) {}
