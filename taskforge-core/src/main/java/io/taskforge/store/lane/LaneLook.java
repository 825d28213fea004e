package io.taskforge.store.lane;

import java.time.Instant;
import java.util.List;

/**
 * What a look found.
 *
 * @param heads the lanes in index order, those that are not due included
 * @param at the store's time
 */
public record LaneLook(List<LaneHead> heads, Instant at) {}
