package io.taskforge.testing.engine;

import io.taskforge.store.DocumentStore;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** A store that can run an action between two calls of one worker. */
final class SteppedStore {
  private final JobStore real;
  private final List<String> calls = new ArrayList<>();
  private int actAfter = -1;
  private Runnable action = () -> {};

  SteppedStore(JobStore real) {
    this.real = real;
  }

  /** Simulates the death of the process. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Runs {@code what} after this many more calls. */
  void afterCalls(int count, Runnable what) {
    calls.clear();
    actAfter = count;
    action = what;
  }

  /** The calls since then. */
  List<String> calls() {
    return List.copyOf(calls);
  }

  JobStore view() {
    DocumentStore documents = stepping(DocumentStore.class, real.documents());
    JobQueries queries = stepping(JobQueries.class, real.queries());
    return proxy(
        JobStore.class,
        (proxy, method, args) ->
            switch (method.getName()) {
              case "documents" -> documents;
              case "queries" -> queries;
              default -> step(real, method, args);
            });
  }

  private <T> T stepping(Class<T> type, T target) {
    return proxy(type, (proxy, method, args) -> step(target, method, args));
  }

  private Object step(Object target, java.lang.reflect.Method method, Object[] args)
      throws Throwable {
    Object answer;
    try {
      answer = method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
    calls.add(method.getName());
    reached();
    return answer;
  }

  private void reached() {
    if (calls.size() == actAfter) {
      actAfter = -1;
      action.run();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
