package io.taskforge.testing.engine;

import io.taskforge.engine.HandlerThreads;
import java.util.ArrayDeque;
import java.util.Deque;

/** Keeps handlers from starting until the test releases them; one never released has died. */
final class HeldThreads implements HandlerThreads {
  private final Deque<Runnable> held = new ArrayDeque<>();

  @Override
  public void run(Runnable work) {
    held.add(work);
  }

  /** Runs the held handlers in the test's thread and returns their number. */
  int release() {
    int count = 0;
    for (Runnable work = held.poll(); work != null; work = held.poll()) {
      work.run();
      count++;
    }
    return count;
  }

  int waiting() {
    return held.size();
  }

  @Override
  public void abandoned() {}

  @Override
  public void close() {}
}
