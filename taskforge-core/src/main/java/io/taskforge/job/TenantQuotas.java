package io.taskforge.job;

/**
 * How many more jobs of a tenant may wait. What goes on without a person asking each time, as
 * schedules and redrives do, asks here before it lets jobs wait; whoever enqueues is not asked.
 * Called from several threads at once.
 */
public interface TenantQuotas {
  /** Room for all. */
  TenantQuotas ENDLESS =
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
   * Returns for how many of so many occurrences of a schedule there is room now, and counts them as
   * there. The others are left out, and the schedule says so.
   */
  int forSchedule(TenantId tenant, int jobs);

  /**
   * Returns for how many of so many dead letters there is room now, and counts them as there. The
   * others are moved when there is room again.
   */
  int forRedrive(TenantId tenant, int jobs);
}
