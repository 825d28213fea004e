package io.taskforge.store.lane;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a look found.
 *
 * @param heads the lanes in index order, those that are not due included
 * @param at the store's time
 * @param destinationsChangedAt when a document of kind DESTINATION was last written; null if there
 *     is none. Workers learn from it that a destination has changed, without a statement of their
 *     own
 */
public record LaneLook(List<LaneHead> heads, Instant at, @Nullable Instant destinationsChangedAt) {}
