/** Metrics, on a TaskForge in the test's own thread. */
@NullMarked
package io.taskforge.testing.metrics;

import org.jspecify.annotations.NullMarked;
