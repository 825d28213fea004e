package io.taskforge.jdbc.postgres;

import io.taskforge.job.Outage;
import io.taskforge.job.StoreException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Classifies the SQL exceptions of PostgreSQL. */
final class ErrorCodes {
  private static final Set<String> COLLISIONS = Set.of("40001", "40P01");
  // A collision, or a lock that was not available.
  private static final Set<String> TRANSIENT = Set.of("40001", "40P01", "55P03");
  // Insufficient resources; operator intervention.
  private static final Set<String> TRANSIENT_CLASSES = Set.of("53", "57");

  private ErrorCodes() {}

  static StoreException storeException(String action, SQLException fault) {
    Outage outage = outage(fault);
    return outage == null
        ? new StoreException(action, isTransient(fault), fault)
        : new StoreException(action, outage, fault);
  }

  /** Whether the fault is a deadlock or a serialization failure. */
  static boolean isCollision(SQLException fault) {
    return COLLISIONS.contains(String.valueOf(fault.getSQLState()));
  }

  /** The kind of outage that the fault indicates; null if it concerns this call only. */
  static @Nullable Outage outage(SQLException fault) {
    String state = String.valueOf(fault.getSQLState());
    return switch (state) {
      case "53100" -> Outage.DISK_FULL;
      case "25006" -> Outage.READ_ONLY;
      case "XX001", "XX002" -> Outage.CORRUPT;
      // Shutdown, crash, startup; too many connections.
      case "57P01", "57P02", "57P03", "53300" -> Outage.UNREACHABLE;
      default ->
          isOfClass(state, "08")
              ? Outage.UNREACHABLE
              : isOfClass(state, "58") ? Outage.IO_ERROR : null;
    };
  }

  private static boolean isTransient(SQLException fault) {
    String state = String.valueOf(fault.getSQLState());
    return fault instanceof SQLTransientException
        || fault instanceof SQLRecoverableException
        || TRANSIENT.contains(state)
        || TRANSIENT_CLASSES.stream().anyMatch(each -> isOfClass(state, each));
  }

  private static boolean isOfClass(String state, String name) {
    return state.length() == 5 && state.startsWith(name);
  }
}
