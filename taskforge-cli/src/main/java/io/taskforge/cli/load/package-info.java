/** Load on a job queue: what {@code bench} and the benchmark module measure with. */
@NullMarked
package io.taskforge.cli.load;

import org.jspecify.annotations.NullMarked;
