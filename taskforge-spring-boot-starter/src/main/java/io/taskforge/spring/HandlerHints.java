package io.taskforge.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.annotation.SimpleReflectiveProcessor;

/** Tells a GraalVM native image which methods are called and which payloads are read as JSON. */
final class HandlerHints extends SimpleReflectiveProcessor {
  private final BindingReflectionHintsRegistrar payloads = new BindingReflectionHintsRegistrar();

  @Override
  protected void registerMethodHint(ReflectionHints hints, Method method) {
    super.registerMethodHint(hints, method);
    for (Type parameter : method.getGenericParameterTypes()) {
      if (!parameter.equals(io.taskforge.job.JobContext.class)) {
        payloads.registerReflectionHints(hints, parameter);
      }
    }
  }
}
