package io.taskforge.engine;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that run handlers. */
@FunctionalInterface
public interface HandlerThreads extends AutoCloseable {
  /** Runs {@code work}, on another thread or on this one. */
  void run(Runnable work);

  /** A thread is stuck in a handler that was abandoned. */
  default void abandoned() {}

  /** Accepts no more work; running handlers are not interrupted. */
  @Override
  default void close() {}

  /** Runs everything on the calling thread: for tests and simulations. */
  static HandlerThreads direct() {
    return Runnable::run;
  }

  /**
   * Returns virtual threads where the JDK has them (21 and later), else a pool of {@code size}.
   * They have the class loader of the calling thread and inherit no thread locals: a job may be
   * started by the thread of another job.
   */
  static HandlerThreads best(String name, int size) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return VirtualThreads.factory(name)
        .<HandlerThreads>map(
            factory ->
                work -> {
                  Thread thread = factory.newThread(work);
                  thread.setContextClassLoader(loader);
                  thread.start();
                })
        .orElseGet(() -> pool(name, size, loader));
  }

  /** The engine never hands over more jobs than there are threads, so the queue stays short. */
  private static HandlerThreads pool(String name, int size, ClassLoader loader) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            size,
            size,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              String its = name + "-" + number.incrementAndGet();
              Thread thread = new Thread(null, work, its, 0, false);
              thread.setDaemon(true);
              thread.setContextClassLoader(loader);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return new HandlerThreads() {
      @Override
      public void run(Runnable work) {
        pool.execute(work);
      }

      @Override
      public synchronized void abandoned() {
        pool.setMaximumPoolSize(pool.getMaximumPoolSize() + 1);
        pool.setCorePoolSize(pool.getCorePoolSize() + 1);
      }

      @Override
      public void close() {
        pool.shutdown();
      }
    };
  }
}
