package io.taskforge.engine;

/** The threads that run handlers. */
public interface HandlerThreads extends AutoCloseable {
  /** Runs {@code work}, on another thread or on this one. */
  void run(Runnable work);

  /** A thread is stuck in a handler that was abandoned. */
  void abandoned();

  /** Accepts no more work; running handlers are not interrupted. */
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
