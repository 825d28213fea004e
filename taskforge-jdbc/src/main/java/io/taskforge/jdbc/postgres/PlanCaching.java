package io.taskforge.jdbc.postgres;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Disables the driver's caching of a statement's plan.
 *
 * <p>Calls the driver's method by reflection: compiling against the driver would require the
 * annotations that it was compiled with, and the application may use another driver.
 */
final class PlanCaching {
  private static final @Nullable Class<?> STATEMENT = statement();
  private static final @Nullable MethodHandle SET_THRESHOLD = setThreshold();

  private PlanCaching() {}

  /** Makes the server plan {@code statement} for each execution, if the driver supports it. */
  static void eachTime(PreparedStatement statement) throws SQLException {
    if (STATEMENT == null || SET_THRESHOLD == null || !statement.isWrapperFor(STATEMENT)) {
      return;
    }
    try {
      SET_THRESHOLD.invoke(statement.unwrap(STATEMENT), 0);
    } catch (SQLException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Class<?> statement() {
    try {
      return Class.forName("org.postgresql.PGStatement");
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  private static @Nullable MethodHandle setThreshold() {
    if (STATEMENT == null) {
      return null;
    }
    try {
      MethodType type = MethodType.methodType(void.class, int.class);
      return MethodHandles.publicLookup().findVirtual(STATEMENT, "setPrepareThreshold", type);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }
}
