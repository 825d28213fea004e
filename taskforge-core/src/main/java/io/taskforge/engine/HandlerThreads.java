package io.taskforge.engine;

/** Where handlers run. */
public interface HandlerThreads extends AutoCloseable {
  /** Runs {@code work}, on another thread or on this one. */
  void run(Runnable work);

  /** Says that a thread is stuck in a handler that was given up, and won't come back soon. */
  void abandoned();

  /** Takes no more work; what runs is left alone. */
  @Override
  void close();

  /** Runs everything on the calling thread: for tests and simulations. */
  static HandlerThreads direct() {
    return new HandlerThreads() {
      @Override
      public void run(Runnable work) {
        work.run();
      }

      @Override
      public void abandoned() {}

      @Override
      public void close() {}
    };
  }

  /** Returns virtual threads where the JDK has them (21 and later), else a pool of {@code size}. */
  static HandlerThreads best(String name, int size) {
    return VirtualThreads.factory(name)
        .<HandlerThreads>map(VirtualThreads::new)
        .orElseGet(() -> new PooledThreads(name, size));
  }
}
