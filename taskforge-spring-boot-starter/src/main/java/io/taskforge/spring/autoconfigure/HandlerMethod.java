package io.taskforge.spring.autoconfigure;

import io.taskforge.job.JobContext;
import io.taskforge.job.Outcome;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.EventObject;
import org.jspecify.annotations.Nullable;

/**
 * The signature of an annotated method: at most one payload and at most one context.
 *
 * @param owner the class of the bean
 * @param payload the class of the payload; Void if it takes none
 */
record HandlerMethod(Method method, Class<?> owner, Class<?> payload) {
  /**
   * @throws IllegalStateException if the method cannot be a handler
   */
  static HandlerMethod of(Method method, Class<?> owner) {
    Class<?> payload = Void.class;
    boolean context = false;
    Type[] parameters = method.getGenericParameterTypes();
    for (Type parameter : parameters) {
      if (parameter.equals(JobContext.class) && !context) {
        context = true;
      } else if (parameter instanceof Class<?> plain && payload == Void.class) {
        payload = plain;
      } else {
        throw new IllegalStateException(
            "%s must have at most one payload, of a class without type parameters such as a record,"
                    .formatted(describe(method))
                + " and at most one JobContext");
      }
    }
    if (Modifier.isStatic(method.getModifiers())) {
      throw new IllegalStateException(describe(method) + " must not be static");
    }
    return new HandlerMethod(method, owner, payload);
  }

  /** Requires that the payload can be an event that is read back from JSON. */
  void requireEvent() {
    if (payload == Void.class
        || payload.isInterface()
        || Modifier.isAbstract(payload.getModifiers())
        || EventObject.class.isAssignableFrom(payload)) {
      throw new IllegalStateException(
          this
              + " must have the event as a parameter, of a class that is not abstract and does not"
              + " extend ApplicationEvent");
    }
  }

  Object[] arguments(@Nullable Object given, JobContext context) {
    Class<?>[] types = method.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] = types[i] == JobContext.class ? context : given;
    }
    return arguments;
  }

  static Outcome outcome(@Nullable Object returned) {
    if (returned instanceof Outcome outcome) {
      return outcome;
    }
    return returned == null ? Outcome.DONE : Outcome.done(returned);
  }

  private static String describe(Method method) {
    return "%s.%s()".formatted(method.getDeclaringClass().getSimpleName(), method.getName());
  }

  @Override
  public String toString() {
    return describe(method);
  }
}
