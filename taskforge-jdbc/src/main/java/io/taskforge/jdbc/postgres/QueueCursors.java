package io.taskforge.jdbc.postgres;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is remembered of one queue between claims. Guarded by whoever has it. */
final class QueueCursors {
  // A tenant that uses many priorities of a queue has that many lanes there, and the others' stay.
  private static final int MOST_OF_A_TENANT = 128;

  final Map<ClaimCursors.Lane, ClaimCursors.Place> ends = latest(ClaimCursors.MOST_LANES, false);
  long wholeLookAt;
  // The last whole look was cut short by its limit, or there were too many tenants: it did not
  // reach all.
  boolean cut;
  boolean dueForWholeLook;

  /** Remembers a lane; a tenant that has too many forgets its own eldest. */
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

  /** A map of the latest entries: by when they were used, or by when they were put. */
  static <K, V> Map<K, V> latest(int most, boolean used) {
    return new LinkedHashMap<>(16, 0.75f, used) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
      }
    };
  }
}
