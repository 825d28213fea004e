package io.taskforge.examples;

import io.taskforge.event.JobEvent;
import io.taskforge.event.JobListener;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits until a number of jobs have finished, for examples that exit on their own. */
final class JobsEnded implements JobListener {
  private static final int PATIENCE_SECONDS = 30;

  private final CountDownLatch left;

  JobsEnded(int jobs) {
    left = new CountDownLatch(jobs);
  }

  @Override
  public void on(JobEvent event) {
    if (event.state().isFinal()) {
      left.countDown();
    }
  }

  void await() throws InterruptedException, TimeoutException {
    if (!left.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new TimeoutException(left.getCount() + " jobs have not ended");
    }
  }
}
