package io.taskforge.jdbc.postgres;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source that can be made to fail, and that reports each prepared statement. */
final class FaultInjectingDataSource {
  private final DataSource real;
  private volatile @Nullable SQLException fault;
  private final AtomicInteger left = new AtomicInteger(); // calls that fail
  private volatile Consumer<String> onPrepare = sql -> {};

  FaultInjectingDataSource(DataSource real) {
    this.real = real;
  }

  /** Makes later calls fail with this exception, or succeed if it is null. */
  void fail(@Nullable SQLException with) {
    fail(with, Integer.MAX_VALUE);
  }

  /** Makes this many calls fail. */
  void fail(@Nullable SQLException with, int calls) {
    left.set(calls);
    fault = with;
  }

  void onPrepare(Consumer<String> action) {
    onPrepare = action;
  }

  DataSource dataSource() {
    return proxy(
        DataSource.class,
        real,
        (method, answer) -> method.equals("getConnection") ? watched((Connection) answer) : answer,
        arguments -> {});
  }

  private Connection watched(Connection connection) {
    return proxy(
        Connection.class,
        connection,
        (method, answer) -> answer,
        arguments -> {
          if (arguments.length > 0 && arguments[0] instanceof String sql) {
            onPrepare.accept(sql);
          }
        });
  }

  /** Transforms the result of a call. */
  private interface Answered {
    Object change(String method, Object answer);
  }

  private <T> T proxy(Class<T> type, T target, Answered answered, Consumer<Object[]> before) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              SQLException thrown = fault;
              if (thrown != null
                  && method.getName().equals("getConnection")
                  && left.getAndDecrement() > 0) {
                throw thrown;
              }
              if (arguments != null && method.getName().equals("prepareStatement")) {
                before.accept(arguments);
              }
              try {
                return answered.change(method.getName(), method.invoke(target, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
