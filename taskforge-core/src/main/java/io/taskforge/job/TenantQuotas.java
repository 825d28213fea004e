package io.taskforge.job;

/**
 * Limits how many jobs of a tenant may wait. Applies to the jobs of schedules and redrives, not to
 * enqueue calls. Must be thread-safe.
 */
public interface TenantQuotas {
  /** No limits. */
  TenantQuotas UNLIMITED =
      new TenantQuotas() {
        @Override
        public int forSchedule(TenantId tenant, int jobs) {
          return jobs;
        }

        @Override
        public int forRedrive(TenantId tenant, int jobs) {
          return jobs;
        }
      };

  /**
   * Reserves places for occurrences of a schedule and returns how many; the schedule skips the
   * others and reports that.
   */
  int forSchedule(TenantId tenant, int jobs);

  /** Reserves places for dead letters and returns how many; the others are moved later. */
  int forRedrive(TenantId tenant, int jobs);
}
