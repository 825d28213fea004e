package io.taskforge.jdbc;

import io.taskforge.store.StoreException;
import java.sql.SQLException;
import java.util.Set;

/** The one place where a fault of SQLite becomes ours. */
final class SqliteFaults {
  private static final int BUSY = 5;
  private static final int LOCKED = 6;
  // Read-only, interrupted, input and output, disk full, can't open: the disk's trouble, which
  // passes or is mended, and no reason to drop a result.
  private static final Set<Integer> OF_THE_DISK = Set.of(8, 9, 10, 13, 14);

  private SqliteFaults() {}

  static StoreException storeException(String action, SQLException cause) {
    return new StoreException(action, isTransient(cause), cause);
  }

  static StoreException closed(String action) {
    return new StoreException(action, false, new IllegalStateException("the store is closed"));
  }

  private static boolean isTransient(SQLException fault) {
    return isBusy(fault) || OF_THE_DISK.contains(fault.getErrorCode() & 0xFF);
  }

  /** Whether another connection was in the way for longer than we wait. */
  static boolean isBusy(SQLException fault) {
    int code = fault.getErrorCode() & 0xFF;
    return code == BUSY || code == LOCKED;
  }
}
