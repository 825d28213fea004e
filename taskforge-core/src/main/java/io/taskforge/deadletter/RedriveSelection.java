package io.taskforge.deadletter;

import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobRestart;
import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which dead letters, or FAILED or CANCELLED jobs, a redrive takes. */
public sealed interface RedriveSelection {
  /** The most jobs that can be listed by id. */
  int MAX_IDS = 10_000;

  /** The tenant whose jobs are taken; null for all tenants. */
  @Nullable TenantId tenant();

  /** The state of the jobs that are taken: DEAD, FAILED or CANCELLED. */
  JobState state();

  /** Returns the same selection of jobs in another state: DEAD, FAILED or CANCELLED. */
  RedriveSelection inState(JobState state);

  /** The most jobs that are moved at once. */
  int MAX_BATCH = 500;

  /**
   * All jobs that match, newest first.
   *
   * @param filter its cursor, offset and limit are ignored; without a state it takes dead letters
   */
  record Matching(JobFilter filter) implements RedriveSelection {
    public Matching {
      JobState state = filter.state() == null ? JobState.DEAD : filter.state();
      filter = filter.state(JobRestart.checkState(state)).firstPage(MAX_BATCH).withoutPayloads();
    }

    @Override
    public JobState state() {
      return Objects.requireNonNull(filter.state());
    }

    @Override
    public RedriveSelection inState(JobState state) {
      return new Matching(filter.state(state));
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
   * @param state jobs in other states are skipped
   */
  record Listed(List<JobId> ids, @Nullable TenantId tenant, JobState state)
      implements RedriveSelection {
    public Listed {
      JobRestart.checkState(state);
      if (ids.isEmpty() || ids.size() > MAX_IDS) {
        throw new IllegalArgumentException(
            "a redrive takes 1 to %d ids but there were %d".formatted(MAX_IDS, ids.size()));
      }
      ids = ids.stream().distinct().sorted(Comparator.reverseOrder()).toList();
    }

    /** Lists dead letters. */
    public Listed(List<JobId> ids, @Nullable TenantId tenant) {
      this(ids, tenant, JobState.DEAD);
    }

    @Override
    public RedriveSelection inState(JobState state) {
      return new Listed(ids, tenant, state);
    }

    /** Whether a job belongs to the tenant. */
    public boolean includes(Job job) {
      return tenant == null || tenant.equals(job.tenant());
    }
  }
}
