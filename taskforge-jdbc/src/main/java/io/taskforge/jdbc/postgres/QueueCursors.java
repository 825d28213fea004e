package io.taskforge.jdbc.postgres;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The cursors of one queue. Guarded by its {@link ClaimCursors}. */
final class QueueCursors {
  // A tenant that uses many priorities of a queue must not evict the lanes of other tenants.
  private static final int MAX_PER_TENANT = 128;

  final Map<ClaimCursors.Lane, ClaimCursors.Place> ends = latest(ClaimCursors.MAX_LANES, false);
  long wholeLookAt;
  // The last search from the start did not reach all lanes: the claim was full, or there were too
  // many tenants.
  boolean cut;
  boolean dueForWholeLook;

  /** Adds or updates a cursor. If the tenant has too many, its oldest is removed. */
  void put(ClaimCursors.Lane lane, ClaimCursors.Place place) {
    if (ends.size() >= MAX_PER_TENANT && !ends.containsKey(lane)) {
      List<ClaimCursors.Lane> own =
          ends.keySet().stream().filter(each -> each.tenant().equals(lane.tenant())).toList();
      if (own.size() >= MAX_PER_TENANT) {
        ends.remove(own.get(0));
      }
    }
    ends.put(lane, place);
  }

  /**
   * Returns a map that evicts its eldest entry, by last use or by insertion, beyond {@code max}
   * entries.
   */
  static <K, V> Map<K, V> latest(int max, boolean used) {
    return new LinkedHashMap<>(16, 0.75f, used) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > max;
      }
    };
  }
}
