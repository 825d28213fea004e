/** Worker processes under faults, whose events are checked against the promises. */
@NullMarked
package io.taskforge.bench.chaos;

import org.jspecify.annotations.NullMarked;
