package io.taskforge.jdbc.postgres;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source that counts the statements and round trips of its connections. */
final class CountingDataSource {
  private static final Set<String> ENDS = Set.of("commit", "rollback");

  private final DataSource real;
  final AtomicLong statements = new AtomicLong();
  final AtomicLong roundTrips = new AtomicLong();

  /** The texts of all prepared statements. */
  final Set<String> texts = new ConcurrentSkipListSet<>();

  CountingDataSource(DataSource real) {
    this.real = real;
  }

  DataSource dataSource() {
    return counted(DataSource.class, real);
  }

  private <T> T counted(Class<T> type, Object target) {
    return type.cast(
        Proxy.newProxyInstance(
            CountingDataSource.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              count(target, method.getName());
              if (method.getName().equals("prepareStatement")) {
                texts.add((String) arguments[0]);
              }
              try {
                return counted(method.invoke(target, arguments), method.getName());
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private void count(Object target, String method) {
    if (target instanceof Statement && method.startsWith("execute")) {
      statements.incrementAndGet();
      roundTrips.incrementAndGet();
    } else if (target instanceof Connection && ENDS.contains(method)) {
      roundTrips.incrementAndGet();
    }
  }

  private @Nullable Object counted(@Nullable Object answer, String method) {
    if (method.equals("unwrap")) {
      return answer; // what is done to it does not go through this
    }
    if (answer instanceof PreparedStatement) {
      return counted(PreparedStatement.class, answer);
    }
    if (answer instanceof Statement) {
      return counted(Statement.class, answer);
    }
    return answer instanceof Connection ? counted(Connection.class, answer) : answer;
  }
}
