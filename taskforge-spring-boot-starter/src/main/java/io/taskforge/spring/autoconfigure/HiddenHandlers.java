package io.taskforge.spring.autoconfigure;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Rejects handlers that are hidden behind an interface, which would otherwise never run. */
record HiddenHandlers(ConfigurableListableBeanFactory beans, List<HandlerBean<?>> handlers)
    implements SmartInitializingSingleton {
  @Override
  public void afterSingletonsInstantiated() {
    Set<String> known =
        handlers.stream().map(handler -> handler.name().value()).collect(Collectors.toSet());
    for (String name : beans.getSingletonNames()) {
      Object bean = beans.getSingleton(name);
      if (bean != null) {
        check(known, name, AopUtils.getTargetClass(bean));
      }
    }
  }

  private static void check(Set<String> known, String bean, Class<?> type) {
    HandlerBeans.methodsOf(type)
        .forEach(
            (method, jobType) -> {
              if (!known.contains(jobType)) {
                throw new IllegalStateException(
                    "%s.%s() handles job type '%s', but bean '%s' is declared with another type;"
                            .formatted(type.getSimpleName(), method.getName(), jobType, bean)
                        + " let its @Bean method return "
                        + type.getSimpleName());
              }
            });
  }
}
