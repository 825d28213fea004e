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
  /** The most jobs that can be listed by id. */
  int MAX_IDS = 10_000;

  /** The tenant whose dead letters are taken; null for all tenants. */
  @Nullable TenantId tenant();

  /** The most jobs that are moved at once. */
  int MAX_BATCH = 500;

  /**
   * All dead letters that match, newest first.
   *
   * @param filter its cursor, offset and limit are ignored
   */
  record Matching(JobFilter filter) implements RedriveSelection {
    public Matching {
      if (filter.state() != null && filter.state() != JobState.DEAD) {
        throw new IllegalArgumentException(
            "only DEAD jobs can be redriven but the filter is for " + filter.state());
      }
      filter = filter.state(JobState.DEAD).firstPage(MAX_BATCH).withoutPayloads();
    }

    @Override
    public @Nullable TenantId tenant() {
      return filter.tenant();
    }
  }

  /**
   * Jobs listed by id.
   *
   * @param ids 1 to {@value RedriveSelection#MAX_IDS}; sorted newest first, without duplicates
   * @param tenant jobs of other tenants count as not found; null for all tenants
   */
  record Listed(List<JobId> ids, @Nullable TenantId tenant) implements RedriveSelection {
    public Listed {
      if (ids.isEmpty() || ids.size() > MAX_IDS) {
        throw new IllegalArgumentException(
            "a redrive takes 1 to %d ids but there were %d".formatted(MAX_IDS, ids.size()));
      }
      ids = ids.stream().distinct().sorted(Comparator.reverseOrder()).toList();
    }

    /** Whether a job belongs to the tenant. */
    public boolean includes(Job job) {
      return tenant == null || tenant.equals(job.tenant());
    }
  }
}
