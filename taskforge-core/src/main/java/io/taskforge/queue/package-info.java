/** Queues and their settings: concurrency, rate limit, pause, retry policy, dead letter queue. */
@NullMarked
package io.taskforge.queue;

import org.jspecify.annotations.NullMarked;
