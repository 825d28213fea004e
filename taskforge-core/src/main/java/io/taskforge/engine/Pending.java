package io.taskforge.engine;

import io.taskforge.store.Settlement;
import org.jspecify.annotations.Nullable;

/**
 * A settlement on its way to the store.
 *
 * @param running the job of this worker that it settles, or null for one that another worker lost
 * @param confirmsTransaction whether it only tells what to do if the handler's own transaction,
 *     which completed the job, was not committed after all
 */
record Pending(
    Settlement settlement,
    @Nullable RunningJob running,
    int maxRetries,
    boolean confirmsTransaction) {}
