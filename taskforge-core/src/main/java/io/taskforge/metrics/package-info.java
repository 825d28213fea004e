/**
 * Metrics for Micrometer, which is an optional dependency: without it, this package can't be used
 * and nothing else misses it.
 */
@NullMarked
package io.taskforge.metrics;

import org.jspecify.annotations.NullMarked;
