package io.taskforge.spring.autoconfigure;

import io.taskforge.job.JobHandler;
import java.lang.reflect.Method;

/** Adds what a handler needs around its call. */
@FunctionalInterface
interface HandlerWrapper {
  /** Adds nothing. */
  HandlerWrapper NONE = (method, owner, handler) -> handler;

  /**
   * Returns the handler to call.
   *
   * @param method the method that the handler calls
   * @param owner the class of the bean
   */
  JobHandler<Object> around(Method method, Class<?> owner, JobHandler<Object> handler);
}
