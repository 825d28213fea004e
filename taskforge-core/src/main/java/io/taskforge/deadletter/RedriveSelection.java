package io.taskforge.deadletter;

import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which dead letters a redrive takes. */
public sealed interface RedriveSelection {
  /** The most jobs that can be named one by one. */
  int MAX_IDS = 10_000;

  /** Whose dead letters it takes; null for anybody's. */
  @Nullable TenantId tenant();

  /** The most jobs that are moved at once. */
  int MAX_BATCH = 500;

  /**
   * All that match, newest first.
   *
   * @param filter its state, cursor, offset and limit don't count: they are the redrive's business
   */
  record Matching(JobFilter filter) implements RedriveSelection {
    public Matching {
      if (filter.state() != null && filter.state() != JobState.DEAD) {
        throw new IllegalArgumentException(
            "only DEAD jobs can be redriven but the filter is for " + filter.state());
      }
      filter =
          new JobFilter(
              filter.queue(),
              JobState.DEAD,
              filter.type(),
              filter.tenant(),
              filter.errorType(),
              filter.fingerprint(),
              filter.movedFrom(),
              filter.key(),
              filter.createdFrom(),
              filter.createdBefore(),
              filter.finishedFrom(),
              filter.finishedBefore(),
              null,
              0,
              MAX_BATCH,
              false);
    }

    @Override
    public @Nullable TenantId tenant() {
      return filter.tenant();
    }
  }

  /**
   * These jobs.
   *
   * @param ids from 1 to {@value RedriveSelection#MAX_IDS}; kept newest first, each once
   * @param tenant whose; another's are as if they were not there
   */
  record Listed(List<JobId> ids, @Nullable TenantId tenant) implements RedriveSelection {
    public Listed {
      if (ids.isEmpty() || ids.size() > MAX_IDS) {
        throw new IllegalArgumentException(
            "a redrive takes from 1 to %d ids but there were %d".formatted(MAX_IDS, ids.size()));
      }
      ids = ids.stream().distinct().sorted(Comparator.reverseOrder()).toList();
    }

    /** Whether a job is one that this may take, as far as it matters whose it is. */
    public boolean sees(Job job) {
      return tenant == null || tenant.equals(job.tenant());
    }
  }
}
