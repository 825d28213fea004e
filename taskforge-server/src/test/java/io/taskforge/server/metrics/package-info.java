/** Metrics for Prometheus. */
@NullMarked
package io.taskforge.server.metrics;

import org.jspecify.annotations.NullMarked;
