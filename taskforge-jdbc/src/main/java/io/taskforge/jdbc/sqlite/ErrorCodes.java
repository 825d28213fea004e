package io.taskforge.jdbc.sqlite;

import io.taskforge.job.Outage;
import io.taskforge.job.StoreException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Converts the SQL exceptions of SQLite to StoreExceptions. */
final class ErrorCodes {
  private static final int BUSY = 5;
  private static final int LOCKED = 6;
  private static final int READ_ONLY = 8;
  private static final int INTERRUPTED = 9;
  private static final int IO_ERROR = 10;
  private static final int IO_ERROR_OF_CORRUPT_FILE_SYSTEM = IO_ERROR | 33 << 8;
  private static final int CORRUPT = 11;
  private static final int FULL = 13;
  private static final int CANNOT_OPEN = 14;
  private static final int NOT_A_DATABASE = 26;

  private ErrorCodes() {}

  static StoreException storeException(String action, SQLException cause) {
    Outage outage = outage(cause);
    return outage == null
        ? new StoreException(action, isBusy(cause) || code(cause) == INTERRUPTED, cause)
        : new StoreException(action, outage, cause);
  }

  static StoreException closed(String action) {
    return new StoreException(action, false, new IllegalStateException("the store is closed"));
  }

  /** The kind of outage that the fault indicates; null if it concerns this call only. */
  private static @Nullable Outage outage(SQLException fault) {
    if (fault.getErrorCode() == IO_ERROR_OF_CORRUPT_FILE_SYSTEM) {
      return Outage.CORRUPT;
    }
    return switch (code(fault)) {
      case CORRUPT, NOT_A_DATABASE -> Outage.CORRUPT;
      case FULL -> Outage.DISK_FULL;
      case READ_ONLY -> Outage.READ_ONLY;
      case IO_ERROR, CANNOT_OPEN -> Outage.IO_ERROR;
      default -> null;
    };
  }

  /** Whether another connection held the lock for longer than the busy timeout. */
  static boolean isBusy(SQLException fault) {
    return code(fault) == BUSY || code(fault) == LOCKED;
  }

  private static int code(SQLException fault) {
    return fault.getErrorCode() & 0xFF;
  }
}
