/**
 * The job queues that are compared with TaskForge, each behind {@link
 * io.taskforge.cli.load.JobSystem}.
 */
@NullMarked
package io.taskforge.bench.peer;

import org.jspecify.annotations.NullMarked;
