package io.taskforge.jdbc.postgres;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Connections to no database, which can be made unreachable, and how many there are. */
final class CountedDriver implements Driver {
  static final String URL = "jdbc:counted:";

  private final AtomicInteger attempts = new AtomicInteger();
  private final AtomicInteger peak = new AtomicInteger();
  private final Set<Counted> open = ConcurrentHashMap.newKeySet();
  private volatile boolean unreachable;

  /** Breaks all connections, and accepts none until {@link #comeBack}. */
  void goAway() {
    unreachable = true;
    open.clear();
    attempts.set(0);
  }

  void comeBack() {
    peak.set(0);
    unreachable = false;
  }

  /** How often something tried to connect, since {@link #goAway}. */
  int attempts() {
    return attempts.get();
  }

  /** How many connections are open. */
  int open() {
    return open.size();
  }

  /** The highest number of open connections since {@link #comeBack}. */
  int peak() {
    return peak.get();
  }

  @Override
  public @Nullable Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    attempts.incrementAndGet();
    if (unreachable) {
      throw new SQLException("connection refused", "08001");
    }
    Counted counted = new Counted();
    open.add(counted);
    peak.accumulateAndGet(open.size(), Math::max);
    return proxy(Connection.class, counted);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private final class Counted implements InvocationHandler {
    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws SQLException {
      return switch (method.getName()) {
        case "hashCode" -> System.identityHashCode(proxy);
        case "equals" -> arguments != null && proxy == arguments[0];
        case "toString" -> "counted";
        case "close", "abort" -> {
          if (proxy instanceof Connection) {
            open.remove(this);
          }
          yield null;
        }
        case "isClosed" -> !open.contains(this);
        case "isValid", "getAutoCommit" -> open.contains(this);
        case "createStatement" -> {
          requireOpen();
          yield proxy(Statement.class, this);
        }
        case "execute" -> {
          requireOpen();
          yield true;
        }
        default -> method.getReturnType() == int.class ? 0 : returned(method);
      };
    }

    private static @Nullable Object returned(Method method) {
      return method.getReturnType() == boolean.class ? false : null;
    }

    private void requireOpen() throws SQLException {
      if (!open.contains(this)) {
        throw new SQLException("connection lost", "08006");
      }
    }
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(URL);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getGlobal();
  }
}
