package io.taskforge.store.lane;

/**
 * How many jobs to take from a lane.
 *
 * @param after where in the lane to start; a store without dead index entries may ignore it
 */
public record LaneShare(Lane lane, LanePosition after, int most) {}
