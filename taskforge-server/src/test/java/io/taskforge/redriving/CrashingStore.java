package io.taskforge.redriving;

import io.taskforge.job.StoreException;
import io.taskforge.store.DocumentStore;
import io.taskforge.store.JobStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** A store in which a chosen call fails before or after it took effect, as in a crash. */
final class CrashingStore {
  private final JobStore real;
  private @Nullable String method;
  private int skip;
  private boolean done;

  CrashingStore(JobStore real) {
    this.real = real;
  }

  /**
   * Makes one call fail.
   *
   * @param skipped how many calls of that name succeed first
   * @param afterwards whether the call takes effect before it fails
   */
  void crashAt(String name, int skipped, boolean afterwards) {
    method = name;
    skip = skipped;
    done = afterwards;
  }

  /** Whether the chosen call was made. */
  boolean hasCrashed() {
    return method == null;
  }

  JobStore store() {
    return wrapped(JobStore.class, real);
  }

  private <T> T wrapped(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, arguments) -> call(target, called, arguments)));
  }

  private @Nullable Object call(Object target, Method called, Object @Nullable [] arguments)
      throws Throwable {
    boolean crash = called.getName().equals(method) && skip-- == 0;
    if (crash) {
      method = null;
    }
    if (crash && !done) {
      throw crash(called);
    }
    Object answer;
    try {
      answer = called.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
    if (crash) {
      throw crash(called);
    }
    return answer instanceof DocumentStore documents
        ? wrapped(DocumentStore.class, documents)
        : answer;
  }

  private static StoreException crash(Method called) {
    return new StoreException(called.getName(), true, new IllegalStateException("crash"));
  }
}
