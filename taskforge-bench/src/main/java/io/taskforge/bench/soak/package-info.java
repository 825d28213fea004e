/** Long load with faults, and the adapter of the public long-horizon harness. */
@NullMarked
package io.taskforge.bench.soak;

import org.jspecify.annotations.NullMarked;
