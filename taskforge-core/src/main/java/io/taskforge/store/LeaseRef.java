package io.taskforge.store;

/**
 * A claimed job's position in its lease. One lease covers all jobs of a claim.
 *
 * @param token the lease's fencing token; later leases have greater ones
 * @param position the job's index in the lease, from 0
 */
public record LeaseRef(long token, int position) {}
