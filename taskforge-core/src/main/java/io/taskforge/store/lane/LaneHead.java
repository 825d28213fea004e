package io.taskforge.store.lane;

import java.time.Instant;

/** A lane and the time at which its first waiting job is due, which may be in the future. */
public record LaneHead(Lane lane, Instant runAt) {}
