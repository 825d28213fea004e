/** The comparison: worker processes, workloads, and the report of their samples. */
@NullMarked
package io.taskforge.bench.compare;

import org.jspecify.annotations.NullMarked;
