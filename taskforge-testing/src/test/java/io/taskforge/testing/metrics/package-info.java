/** Metrics of a TaskForge that runs in the test's thread. */
@NullMarked
package io.taskforge.testing.metrics;

import org.jspecify.annotations.NullMarked;
