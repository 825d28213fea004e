package io.taskforge.jdbc.postgres;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Receives notifications from the driver, by reflection for the same reason as {@link PlanCaching}.
 */
final class Notifications {
  private static final @Nullable Class<?> CONNECTION = type("org.postgresql.PGConnection");
  private static final @Nullable Class<?> NOTIFICATION = type("org.postgresql.PGNotification");
  private static final @Nullable MethodHandle GET = get();
  private static final @Nullable MethodHandle PARAMETER =
      NOTIFICATION == null ? null : find(NOTIFICATION, "getParameter", String.class);

  private Notifications() {}

  static boolean isSupported() {
    return GET != null && PARAMETER != null;
  }

  /** Waits for notifications, at most {@code millis}; returns their payloads. */
  static List<String> await(Connection connection, int millis) throws SQLException {
    if (CONNECTION == null || GET == null || PARAMETER == null) {
      throw new IllegalStateException("the driver has no notifications");
    }
    try {
      Object[] received = (Object[]) GET.invoke(connection.unwrap(CONNECTION), millis);
      List<String> payloads = new ArrayList<>();
      for (Object one : received == null ? new Object[0] : received) {
        payloads.add((String) PARAMETER.invoke(one));
      }
      return payloads;
    } catch (SQLException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable MethodHandle get() {
    return CONNECTION == null || NOTIFICATION == null
        ? null
        : find(CONNECTION, "getNotifications", NOTIFICATION.arrayType(), int.class);
  }

  private static @Nullable MethodHandle find(
      Class<?> owner, String name, Class<?> result, Class<?>... arguments) {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(owner, name, MethodType.methodType(result, arguments));
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  private static @Nullable Class<?> type(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }
}
