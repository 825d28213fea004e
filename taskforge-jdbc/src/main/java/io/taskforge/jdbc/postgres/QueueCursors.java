package io.taskforge.jdbc.postgres;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The places that are remembered of one queue. Guarded by its {@link ClaimCursors}. */
final class QueueCursors {
  // A tenant that uses many priorities of a queue must not evict the lanes of other tenants.
  private static final int MOST_OF_A_TENANT = 128;

  final Map<ClaimCursors.Lane, ClaimCursors.Place> ends = latest(ClaimCursors.MOST_LANES, false);
  long wholeLookAt;
  // The last search from the start did not reach all lanes: it was full, or had too many tenants.
  boolean cut;
  boolean dueForWholeLook;

  /** Remembers a lane; a tenant with too many lanes loses its oldest. */
  void put(ClaimCursors.Lane lane, ClaimCursors.Place place) {
    if (ends.size() >= MOST_OF_A_TENANT && !ends.containsKey(lane)) {
      List<ClaimCursors.Lane> own =
          ends.keySet().stream().filter(each -> each.tenant().equals(lane.tenant())).toList();
      if (own.size() >= MOST_OF_A_TENANT) {
        ends.remove(own.get(0));
      }
    }
    ends.put(lane, place);
  }

  /** A map of the latest entries, by last use or by insertion. */
  static <K, V> Map<K, V> latest(int most, boolean used) {
    return new LinkedHashMap<>(16, 0.75f, used) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
      }
    };
  }
}
