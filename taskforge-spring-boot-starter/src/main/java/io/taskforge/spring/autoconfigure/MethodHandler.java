package io.taskforge.spring.autoconfigure;

import io.taskforge.job.JobContext;
import io.taskforge.job.JobHandler;
import io.taskforge.job.Outcome;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.ReflectionUtils;

/** Calls an annotated method of a bean, through its proxy if it has one. Thread-safe. */
final class MethodHandler implements JobHandler<Object> {
  private final BeanFactory beans;
  private final String bean;
  private final HandlerMethod method;

  MethodHandler(BeanFactory beans, String bean, HandlerMethod method) {
    this.beans = beans;
    this.bean = bean;
    this.method = method;
  }

  @Override
  public Outcome handle(@Nullable Object payload, JobContext context) throws Exception {
    Object target = beans.getBean(bean);
    Method invocable = AopUtils.selectInvocableMethod(method.method(), target.getClass());
    ReflectionUtils.makeAccessible(invocable);
    try {
      return HandlerMethod.outcome(invocable.invoke(target, method.arguments(payload, context)));
    } catch (InvocationTargetException e) {
      // The failure is the handler's; how it was called is of no interest.
      Throwable thrown = Objects.requireNonNull(e.getCause());
      ReflectionUtils.rethrowException(thrown);
      throw e; // not reached
    }
  }
}
