package io.taskforge.spring.autoconfigure;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Tells a GraalVM native image which files TaskForge reads, and which payloads the handler beans of
 * the application have. Those of annotated methods are found by their annotation.
 */
final class NativeImageHints
    implements RuntimeHintsRegistrar, BeanFactoryInitializationAotProcessor {
  @Override
  public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
    hints
        .resources()
        .registerPattern("io/taskforge/version.properties")
        .registerPattern("io/taskforge/jdbc/postgres/*.sql")
        .registerPattern("io/taskforge/jdbc/sqlite/*.sql");
  }

  @Override
  public BeanFactoryInitializationAotContribution processAheadOfTime(
      ConfigurableListableBeanFactory beans) {
    List<HandlerBean<?>> handlers = HandlerBeans.in(beans, HandlerWrapper.NONE);
    BindingReflectionHintsRegistrar payloads = new BindingReflectionHintsRegistrar();
    return (context, code) ->
        handlers.forEach(
            handler ->
                payloads.registerReflectionHints(
                    context.getRuntimeHints().reflection(), handler.type().payload()));
  }
}
