package io.taskforge.engine;

/** How many jobs of one tenant may run at once on a worker. Immutable. */
public sealed interface TenantPlaces {
  /** A tenth of the places, and one at least, is kept for whoever comes next. */
  int RESERVED_PART = 10;

  /**
   * Returns how many places each tenant may have.
   *
   * @param places how many there are in all
   * @param tenants how many tenants have jobs running
   */
  int most(int places, int tenants);

  /** A number. */
  record Fixed(int jobs) implements TenantPlaces {
    @Override
    public int most(int places, int tenants) {
      return jobs;
    }
  }

  /**
   * An equal share of all places but a few, so that a newcomer finds one free at once, however long
   * the jobs of the others run.
   */
  record Shared() implements TenantPlaces {
    @Override
    public int most(int places, int tenants) {
      int reserved = Math.max(1, places / RESERVED_PART);
      return Math.max(1, (places - reserved) / Math.max(1, tenants));
    }
  }
}
