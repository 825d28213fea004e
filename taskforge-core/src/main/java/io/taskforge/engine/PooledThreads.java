package io.taskforge.engine;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A pool of platform threads. The engine never hands over more jobs than there are threads, so its
 * queue stays short.
 */
final class PooledThreads implements HandlerThreads {
  private final ThreadPoolExecutor pool;

  PooledThreads(String name, int size) {
    AtomicInteger number = new AtomicInteger();
    pool =
        new ThreadPoolExecutor(
            size,
            size,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
  }

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
}
