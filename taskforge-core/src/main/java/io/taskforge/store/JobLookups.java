package io.taskforge.store;

import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds jobs, waiting, running and finished ones: by id, by lease and by filter. */
public interface JobLookups {
  /** Returns a job; empty if there is none with this id. */
  Optional<Job> job(JobId id);

  /**
   * Returns these jobs without payloads and results (see {@link JobFilter#withoutPayloads}); omits
   * unknown ids.
   */
  Map<JobId, Job> jobs(List<JobId> ids);

  /** Returns one page of matching jobs, newest id first (keyset pagination). */
  JobPage list(JobFilter filter);

  /** Counts the matching jobs, at most {@code most}; ignores offset and limit. */
  long count(JobFilter filter, long most);

  /** Counts all matching jobs; ignores offset and limit. */
  default long count(JobFilter filter) {
    return count(filter, Long.MAX_VALUE);
  }

  /**
   * Returns the ids, newest first, that end with these hexadecimal digits, at most 20, among the
   * newest {@code scanned} jobs: no index finds an id by its end.
   */
  List<JobId> idsEndingWith(String digits, int scanned);

  /**
   * Returns the jobs that are held on these leases. Omits jobs that were settled or that another
   * lease has taken over.
   */
  Map<LeaseRef, LeasedJob> leased(Collection<LeaseRef> leases);

  /**
   * Counts the due jobs that come before a waiting job in its lane, at most {@code most}; 0 if the
   * job does not wait.
   */
  long ahead(JobId job, int most);
}
