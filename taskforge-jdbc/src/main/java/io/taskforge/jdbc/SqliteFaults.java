package io.taskforge.jdbc;

import io.taskforge.store.StoreException;
import java.sql.SQLException;

/** The one place where a fault of SQLite becomes ours. */
final class SqliteFaults {
  private static final int BUSY = 5;
  private static final int LOCKED = 6;

  private SqliteFaults() {}

  static StoreException storeException(String action, SQLException cause) {
    return new StoreException(action, isBusy(cause), cause);
  }

  static StoreException closed(String action) {
    return new StoreException(action, false, new IllegalStateException("the store is closed"));
  }

  /** Whether another connection was in the way for longer than we wait. */
  static boolean isBusy(SQLException fault) {
    int code = fault.getErrorCode() & 0xFF;
    return code == BUSY || code == LOCKED;
  }
}
