package io.taskforge.spring.autoconfigure;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.core.Ordered;
import org.springframework.util.function.SingletonSupplier;

/**
 * Enqueues a job for each durable listener of an event, in the transaction in which the event is
 * published. Events that extend ApplicationEvent are not JSON and are ignored. Comes first: if a
 * later listener throws, the transaction is rolled back anyway.
 */
final class DurableEvents implements ApplicationListener<ApplicationEvent>, Ordered {
  private final Supplier<List<HandlerBean<?>>> listeners;
  private final ObjectProvider<TaskForge> forge;

  /** Both are created with the first event: some events come before most beans. */
  DurableEvents(ObjectProvider<TaskForgeAssembly> assembly, ObjectProvider<TaskForge> forge) {
    this.listeners =
        SingletonSupplier.of(
            () ->
                assembly.getObject().handlers().stream()
                    .filter(handler -> handler.event() != null)
                    .toList());
    this.forge = forge;
  }

  @Override
  public void onApplicationEvent(ApplicationEvent published) {
    if (!(published instanceof PayloadApplicationEvent<?> wrapped)) {
      return;
    }
    Object event = wrapped.getPayload();
    List<JobRequest> jobs =
        listeners.get().stream()
            .filter(listener -> Objects.requireNonNull(listener.event()).isInstance(event))
            .map(listener -> job(listener, event))
            .toList();
    if (!jobs.isEmpty()) {
      forge.getObject().enqueueAll(jobs);
    }
  }

  private static JobRequest job(HandlerBean<?> listener, Object event) {
    if (event.getClass() != listener.event()) {
      throw new IllegalArgumentException(
          "%s was published, and %s would read it as %s without what it adds; declare a listener for it"
              .formatted(
                  event.getClass().getName(),
                  listener.description(),
                  Objects.requireNonNull(listener.event()).getSimpleName()));
    }
    return JobRequest.of(listener.name().value(), event);
  }

  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }
}
