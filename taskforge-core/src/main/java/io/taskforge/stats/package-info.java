/** Statistics of queues, jobs and retries. */
@NullMarked
package io.taskforge.stats;

import org.jspecify.annotations.NullMarked;
