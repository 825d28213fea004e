package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.taskforge.TaskForge;
import io.taskforge.engine.Engine;
import io.taskforge.job.StoreException;
import io.taskforge.store.memory.MemoryJobStore;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A worker starts while its store is unavailable, and later the store rejects its queues. */
class RejectedQueuesTest {
  @Test
  void a_rejection_is_logged_once_until_it_changes() {
    Logger logger = (Logger) LoggerFactory.getLogger("io.taskforge.engine.QueueCatalog");
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    AtomicReference<StoreException> failure = new AtomicReference<>(failure("away", true));
    try (TaskForge forge =
        TaskForge.builder().store(new MemoryJobStore(Clock.systemUTC())).build()) {
      Engine engine = engineOf(forge);
      engine.start(
          () -> {
            throw failure.get();
          });
      for (String reason : new String[] {"bad weight", "bad limit"}) {
        failure.set(failure(reason, false));
        for (int i = 0; i < 3; i++) {
          engine.readQueues();
        }
      }
    } finally {
      logger.detachAppender(lines);
    }

    assertThat(lines.list)
        .filteredOn(line -> line.getLevel().equals(Level.ERROR))
        .extracting(line -> line.getThrowableProxy().getMessage())
        .containsExactly("could not put queues: bad weight", "could not put queues: bad limit");
  }

  private static StoreException failure(String reason, boolean transientFault) {
    return new StoreException("put queues", transientFault, new IllegalStateException(reason));
  }
}
