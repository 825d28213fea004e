package io.taskforge.spring.autoconfigure;

import io.taskforge.JobType;
import io.taskforge.job.Outcome;
import io.taskforge.job.PayloadHandler;
import io.taskforge.spring.DurableEventListener;
import io.taskforge.spring.JobHandler;
import io.taskforge.spring.Recurring;
import io.taskforge.spring.Retry;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/**
 * Finds the handlers of an application by the types of its beans, without creating any: a bean with
 * handlers may itself need the TaskForge, and is created when its first job runs or earlier.
 */
final class HandlerBeans {
  private static final Set<Class<? extends Annotation>> MARKS =
      Set.of(JobHandler.class, DurableEventListener.class);

  private final ConfigurableListableBeanFactory beans;
  private final HandlerWrapper wrapper;
  private final List<HandlerBean<?>> found = new ArrayList<>();

  private HandlerBeans(ConfigurableListableBeanFactory beans, HandlerWrapper wrapper) {
    this.beans = beans;
    this.wrapper = wrapper;
  }

  /**
   * @param wrapper adds what a handler needs around its call
   * @throws IllegalStateException if a handler is declared wrongly, or two have one job type
   */
  static List<HandlerBean<?>> in(ConfigurableListableBeanFactory beans, HandlerWrapper wrapper) {
    HandlerBeans search = new HandlerBeans(beans, wrapper);
    for (String name : beans.getBeanNamesForType(Object.class, true, false)) {
      Class<?> type = ScopedProxyUtils.isScopedTarget(name) ? null : typeOf(beans, name);
      if (type != null) {
        search.addMethods(name, type);
        search.addBean(name, type);
      }
    }
    requireDistinct(search.found);
    return List.copyOf(search.found);
  }

  /** Returns the class that declares a bean's methods, or null if it is not known yet. */
  static @Nullable Class<?> typeOf(ConfigurableListableBeanFactory beans, String name) {
    // Without AutoProxyUtils.determineTargetClass, which may create factory beans.
    Object target =
        beans.containsBeanDefinition(name)
            ? beans
                .getMergedBeanDefinition(name)
                .getAttribute(AutoProxyUtils.ORIGINAL_TARGET_CLASS_ATTRIBUTE)
            : null;
    Class<?> type = target instanceof Class<?> known ? known : beans.getType(name, false);
    return type == null ? null : ClassUtils.getUserClass(type);
  }

  /** Returns the annotated methods of a class, with their job types. */
  static Map<Method, String> methodsOf(Class<?> type) {
    if (!AnnotationUtils.isCandidateClass(type, MARKS)) {
      return Map.of();
    }
    return MethodIntrospector.selectMethods(
        type, (MethodIntrospector.MetadataLookup<String>) HandlerBeans::jobType);
  }

  private static @Nullable String jobType(Method method) {
    JobHandler handler = AnnotatedElementUtils.findMergedAnnotation(method, JobHandler.class);
    DurableEventListener listener =
        AnnotatedElementUtils.findMergedAnnotation(method, DurableEventListener.class);
    if (handler != null && listener != null) {
      throw new IllegalStateException(
          "%s is both a @JobHandler and a @DurableEventListener; give it one of them"
              .formatted(method));
    }
    return handler != null ? handler.value() : listener != null ? listener.value() : null;
  }

  private void addMethods(String bean, Class<?> type) {
    methodsOf(type)
        .forEach(
            (method, jobType) -> {
              HandlerMethod shape = HandlerMethod.of(method, type);
              boolean event =
                  AnnotatedElementUtils.hasAnnotation(method, DurableEventListener.class);
              if (event) {
                shape.requireEvent();
              }
              found.add(added(bean, jobType, shape, event));
            });
  }

  private HandlerBean<?> added(String bean, String jobType, HandlerMethod shape, boolean event) {
    Method method = shape.method();
    return new HandlerBean<>(
        shape.toString(),
        typed(jobType, shape.payload(), shape.toString()),
        wrapper.around(method, shape.owner(), new MethodHandler(beans, bean, shape)),
        AnnotatedElementUtils.findMergedAnnotation(method, Retry.class),
        AnnotatedElementUtils.findMergedAnnotation(method, Recurring.class),
        method,
        event ? shape.payload() : null);
  }

  @SuppressWarnings("unchecked") // the payload is read as this class, and passed on as an object
  private static JobType<Object> typed(String name, Class<?> payload, String where) {
    try {
      return JobType.of(name, (Class<Object>) payload);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(where + ": " + e.getMessage(), e);
    }
  }

  /** Adds a bean that implements a handler interface. */
  private void addBean(String name, Class<?> type) {
    boolean whole = io.taskforge.job.JobHandler.class.isAssignableFrom(type);
    if (!whole && !PayloadHandler.class.isAssignableFrom(type)) {
      return;
    }
    Class<?> contract = whole ? io.taskforge.job.JobHandler.class : PayloadHandler.class;
    Class<?> payload = payloadOf(name, type, contract);
    JobHandler mark = beans.findAnnotationOnBean(name, JobHandler.class, false);
    String where = "bean '" + name + "'";
    found.add(
        new HandlerBean<>(
            where,
            typed(mark == null ? name : mark.value(), payload, where),
            wrapper.around(
                contract.getMethods()[0],
                type,
                whole ? (given, context) -> whole(name).handle(given, context) : payloadOnly(name)),
            beans.findAnnotationOnBean(name, Retry.class, false),
            beans.findAnnotationOnBean(name, Recurring.class, false),
            null,
            null));
  }

  @SuppressWarnings("unchecked") // its payload class was read from its declaration
  private io.taskforge.job.JobHandler<Object> whole(String bean) {
    return (io.taskforge.job.JobHandler<Object>)
        beans.getBean(bean, io.taskforge.job.JobHandler.class);
  }

  private io.taskforge.job.JobHandler<Object> payloadOnly(String bean) {
    return (given, context) -> {
      @SuppressWarnings("unchecked") // its payload class was read from its declaration
      PayloadHandler<Object> handler =
          (PayloadHandler<Object>) beans.getBean(bean, PayloadHandler.class);
      handler.handle(given);
      return Outcome.DONE;
    };
  }

  private Class<?> payloadOf(String name, Class<?> type, Class<?> contract) {
    ResolvableType declared =
        beans.containsBeanDefinition(name)
            ? beans.getMergedBeanDefinition(name).getResolvableType()
            : ResolvableType.forClass(type);
    Class<?> payload = declared.as(contract).getGeneric(0).resolve();
    if (payload == null) {
      payload = ResolvableType.forClass(type).as(contract).getGeneric(0).resolve();
    }
    if (payload == null) {
      throw new IllegalStateException(
          "the payload class of bean '%s' is not known; declare it as %s<YourPayload>"
              .formatted(name, contract.getSimpleName()));
    }
    return payload;
  }

  private static void requireDistinct(List<HandlerBean<?>> found) {
    Map<Object, HandlerBean<?>> byType = new LinkedHashMap<>();
    for (HandlerBean<?> handler : found) {
      HandlerBean<?> other = byType.putIfAbsent(handler.name(), handler);
      if (other != null) {
        throw new IllegalStateException(
            "two handlers for job type '%s': %s and %s"
                .formatted(handler.name(), other.description(), handler.description()));
      }
    }
  }
}
