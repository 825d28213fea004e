package io.taskforge.engine;

/** How many jobs of one tenant may run at once on a worker. Immutable. */
public sealed interface TenantConcurrency {
  /**
   * What may be claimed now.
   *
   * @param inAll how many jobs; at least 1
   * @param most how many each tenant may have running after it
   * @param newcomers how many a tenant may get of which nothing runs yet
   */
  record Grant(int inAll, int most, int newcomers) {}

  /**
   * Returns what may be claimed.
   *
   * @param places how many there are
   * @param occupied how many of them are taken; at least one is free
   * @param tenants how many tenants have jobs running
   */
  Grant grant(int places, int occupied, int tenants);

  /** Whether one tenant may get fewer than all of {@code places}. */
  default boolean isLimit(int places) {
    return true;
  }

  /** A number. */
  record Fixed(int jobs) implements TenantConcurrency {
    @Override
    public Grant grant(int places, int occupied, int tenants) {
      return new Grant(places, jobs, jobs);
    }

    @Override
    public boolean isLimit(int places) {
      return jobs < places;
    }
  }

  /**
   * An equal share of all places but a tenth. The rest, one at least, is for tenants of which
   * nothing runs, one place each, so that a newcomer finds one free however long the jobs of the
   * others run.
   */
  record Shared() implements TenantConcurrency {
    private static final int RESERVED_PART = 10;

    @Override
    public Grant grant(int places, int occupied, int tenants) {
      int common = places - Math.max(1, places / RESERVED_PART);
      if (common < 1) {
        return new Grant(1, 1, 1);
      }
      if (occupied >= common) {
        return new Grant(places - occupied, 0, 1);
      }
      int share = Math.max(1, common / Math.max(1, tenants));
      return new Grant(common - occupied, share, share);
    }
  }
}
