package io.taskforge.bench.compare;

import java.io.IOException;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Measures latencies between two processes: one enqueues, the other works.
 *
 * @param load the load in percent of what both together sustain, or 0 for an idle queue
 */
record Latency(String row, int load) implements Scenario {
  private static final int CONCURRENCY = 20;
  private static final int IDLE_CONCURRENCY = 10;
  private static final int CALIBRATION_SECONDS = 4;
  private static final int SECONDS = 10;
  private static final int IDLE_RATE = 20;

  @Override
  public List<Figure> measure(Cell cell) throws Exception {
    try (Workers both = cell.open(2)) {
      WorkerProcess worker = both.processes().get(0);
      WorkerProcess producer = both.processes().get(1);
      worker.ask("create notify=1");
      String start = "start concurrency=" + (load == 0 ? IDLE_CONCURRENCY : CONCURRENCY);
      Workers alone = new Workers(cell, List.of(worker));
      alone.warmUp(start, cell.peer().scaled(Math.min(20_000, cell.jobs())) / 4);
      worker.ask(start);
      producer.ask("produce seconds=2 rate=" + IDLE_RATE); // warms the producer
      long rate = load == 0 ? IDLE_RATE : capacity(alone, producer) * load / 100;
      alone.awaitDatabase();
      worker.ask("stop");
      worker.ask(start);
      Thread.sleep(1_000);
      producer.ask("produce seconds=%d rate=%d".formatted(SECONDS, Math.max(1, rate)));
      awaitQuiet(alone);
      JsonNode latency = worker.ask("stop").get(load == 0 ? "start" : "end");
      return List.of(
          Figure.of(row + " p50", "ms", latency.get("p50").asDouble()),
          Figure.of(row + " p99", "ms", latency.get("p99").asDouble()));
    }
  }

  /** Returns the jobs per second that are completed while the producer runs without a pause. */
  private static long capacity(Workers worker, WorkerProcess producer) throws Exception {
    long before = worker.done();
    producer.ask("produce seconds=" + CALIBRATION_SECONDS);
    long done = worker.done() - before;
    awaitQuiet(worker);
    return Math.max(1, done / CALIBRATION_SECONDS);
  }

  /** Waits until no job was completed for a while. */
  private static void awaitQuiet(Workers worker) throws IOException, InterruptedException {
    long last = -1;
    for (long done = worker.done(); done != last; done = worker.done()) {
      last = done;
      Thread.sleep(worker.cell().peer() == Peer.JOBRUNR ? 6_000 : 1_500);
    }
  }
}
