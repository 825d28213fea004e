package io.taskforge.server.api;

import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the calls of a store and of its queries, by method name. */
final class CountedCalls {
  private final List<String> calls = new CopyOnWriteArrayList<>();

  /** Returns the store, whose calls are recorded from now on. */
  JobStore of(JobStore store) {
    JobQueries queries = proxy(JobQueries.class, recorded("queries.", store.queries()));
    InvocationHandler others = recorded("", store);
    return proxy(
        JobStore.class,
        (proxy, method, arguments) ->
            method.getName().equals("queries") ? queries : others.invoke(proxy, method, arguments));
  }

  /** Returns the calls made by {@code action}, in order. */
  List<String> during(Runnable action) {
    calls.clear();
    action.run();
    return List.copyOf(calls);
  }

  private InvocationHandler recorded(String prefix, Object real) {
    return (proxy, method, arguments) -> {
      calls.add(prefix + method.getName());
      try {
        return method.invoke(real, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    };
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
