/**
 * The client API: build a {@link io.taskforge.TaskForge}, enqueue jobs, handle them, look them up.
 *
 * <p>Builders, options, requests and factory methods take names as strings and check them; all
 * other methods take value types, such as {@link io.taskforge.job.QueueName} and {@link
 * io.taskforge.job.JobId}.
 */
@NullMarked
package io.taskforge;

import org.jspecify.annotations.NullMarked;
