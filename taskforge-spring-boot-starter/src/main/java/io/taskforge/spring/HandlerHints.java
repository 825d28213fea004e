package io.taskforge.spring;

import io.taskforge.job.JobContext;
import io.taskforge.job.Outcome;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.annotation.SimpleReflectiveProcessor;

/**
 * Tells a GraalVM native image which methods are called, which payloads are read as JSON, and which
 * results are written as JSON.
 */
final class HandlerHints extends SimpleReflectiveProcessor {
  private final BindingReflectionHintsRegistrar values = new BindingReflectionHintsRegistrar();

  @Override
  protected void registerMethodHint(ReflectionHints hints, Method method) {
    super.registerMethodHint(hints, method);
    for (Type parameter : method.getGenericParameterTypes()) {
      if (!parameter.equals(JobContext.class)) {
        values.registerReflectionHints(hints, parameter);
      }
    }
    if (method.getReturnType() != Outcome.class) {
      values.registerReflectionHints(hints, method.getGenericReturnType());
    }
  }
}
