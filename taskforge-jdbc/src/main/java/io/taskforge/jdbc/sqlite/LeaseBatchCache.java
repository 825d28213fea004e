package io.taskforge.jdbc.sqlite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Recently read or written batches, by token. A batch never changes, but a token that was rolled
 * back is issued again, so the cache must be cleared after every rollback.
 */
final class LeaseBatchCache extends LinkedHashMap<Long, List<BatchedJob>> {
  private static final long serialVersionUID = 1L;
  private static final int MAX_BATCHES = 128;

  LeaseBatchCache() {
    super(16, 0.75f, true);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<Long, List<BatchedJob>> eldest) {
    return size() > MAX_BATCHES;
  }
}
