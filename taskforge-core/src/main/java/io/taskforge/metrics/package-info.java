/**
 * Metrics for Micrometer, an optional dependency: {@link io.taskforge.metrics.MicrometerListener}
 * has the counters and timers, {@link io.taskforge.metrics.StoreGauges} the gauges.
 */
@NullMarked
package io.taskforge.metrics;

import org.jspecify.annotations.NullMarked;
