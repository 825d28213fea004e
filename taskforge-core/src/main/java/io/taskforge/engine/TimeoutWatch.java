package io.taskforge.engine;

import io.taskforge.engine.log.LogFields;
import io.taskforge.engine.loop.Turn;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interrupts handlers that exceed their timeout, and abandons those that ignore the interrupt: a
 * handler that never returns costs a thread, not the worker.
 */
record TimeoutWatch(RunningJobs jobs, Runner runner, LeaseHeartbeat leases) implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(TimeoutWatch.class);
  private static final Duration EVERY = Duration.ofMillis(100);
  private static final Duration GRACE = Duration.ofSeconds(5);

  @Override
  public Duration turn() {
    for (RunningJob running : jobs.all()) {
      if (runner.isOverdue(running)) {
        running.stop(HandlerRun.Stop.TIMEOUT);
      }
    }
    leases.stopDoubtful();
    for (RunningJob running : jobs.all()) {
      if (running.ignoresStop(GRACE) && !running.isSettled()) {
        LogFields.job(LOG.atError(), running.job.identity(), running.job.attempt())
            .log(
                "job {} of type {} ignores its interrupt ({}); the worker abandons it, and its thread"
                    + " is lost",
                running.job.id(),
                running.job.type(),
                running.stopReason());
        runner.abandon(running);
      }
    }
    return EVERY;
  }
}
