package io.taskforge.store;

/**
 * A claimed job's place in its lease. One lease covers all jobs of a claim.
 *
 * @param token the lease's fencing token; a later lease has a greater one
 * @param position the job's position among those of the lease, from 0
 */
public record LeaseRef(long token, int position) {}
