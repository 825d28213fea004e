package io.taskforge.redriving;

import io.taskforge.TaskForge;
import io.taskforge.deadletter.RedriveId;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.store.JobStore;
import io.taskforge.store.tck.JavaProcess;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** A worker in a separate process, to be killed. It executes a redrive and runs no jobs. */
final class RedriveProgram {
  static final String STALLED = "stalled between moving and counting";

  private RedriveProgram() {}

  /**
   * Starts the process, which exits when the redrive has ended.
   *
   * @param now the start time of its clock
   * @param stallAfter the batch after which it hangs, when moved but not counted; 0 for never
   */
  static Process start(Path file, Path log, Instant now, RedriveId redrive, int stallAfter)
      throws IOException {
    return JavaProcess.of(
            List.of(
                "-Xmx256m",
                RedriveProgram.class.getName(),
                file.toString(),
                now.toString(),
                redrive.toString(),
                Integer.toString(stallAfter)))
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  public static void main(String[] arguments) {
    Instant now = Instant.parse(arguments[1]);
    RedriveId redrive = RedriveId.parse(arguments[2]);
    long begun = System.nanoTime();
    try (SqliteJobStore store =
            SqliteJobStore.builder(Path.of(arguments[0]))
                .clock(() -> now.plusNanos(System.nanoTime() - begun))
                .build();
        TaskForge worker =
            TaskForge.builder()
                .store(stalling(store, Integer.parseInt(arguments[3])))
                .queue("unused")
                .build()) {
      worker.start();
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> worker.redrives().get(redrive).orElseThrow().state().isFinal());
    }
  }

  private static JobStore stalling(JobStore real, int batches) {
    AtomicInteger left = new AtomicInteger(batches);
    return (JobStore)
        Proxy.newProxyInstance(
            JobStore.class.getClassLoader(),
            new Class<?>[] {JobStore.class},
            (proxy, called, values) -> {
              Object answer;
              try {
                answer = called.invoke(real, values);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              if (called.getName().equals("restart") && left.decrementAndGet() == 0) {
                System.out.println(STALLED);
                new CountDownLatch(1).await();
              }
              return answer;
            });
  }
}
