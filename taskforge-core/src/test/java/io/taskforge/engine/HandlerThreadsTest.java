package io.taskforge.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads that run handlers: pool threads on Java 17, virtual threads later. */
@Tag("jdk")
class HandlerThreadsTest {
  private static final InheritableThreadLocal<String> TENANT = new InheritableThreadLocal<>();

  @Test
  void a_job_that_is_started_by_the_thread_of_another_inherits_nothing_from_it() throws Exception {
    ClassLoader own = Thread.currentThread().getContextClassLoader();
    try (HandlerThreads threads = HandlerThreads.best("test", 2);
        URLClassLoader foreign = new URLClassLoader(new URL[0], own)) {
      CompletableFuture<List<Object>> seen = new CompletableFuture<>();
      threads.run(
          () -> {
            TENANT.set("acme");
            Thread.currentThread().setContextClassLoader(foreign);
            threads.run(
                () -> {
                  List<Object> found = new ArrayList<>();
                  found.add(TENANT.get());
                  found.add(Thread.currentThread().getContextClassLoader());
                  seen.complete(found);
                });
          });

      assertThat(seen.get()).containsExactly(null, own);
    }
  }
}
