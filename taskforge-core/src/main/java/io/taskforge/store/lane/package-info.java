/**
 * Claims in three parts, for store authors: look which lanes have due jobs, deal the free places
 * among them, take the jobs.
 *
 * <p>{@link io.taskforge.store.lane.LaneClaims} does this with two operations of the store, {@link
 * io.taskforge.store.lane.LaneStore}. What it decides, priorities, round-robin over tenants and
 * limits, is the same for all stores.
 */
@NullMarked
package io.taskforge.store.lane;

import org.jspecify.annotations.NullMarked;
