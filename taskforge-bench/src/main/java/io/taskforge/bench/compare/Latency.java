package io.taskforge.bench.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Measures latencies between two processes: one enqueues, the other works.
 *
 * @param loads in percent of what both together sustain; empty for an idle queue
 */
record Latency(String row, List<Integer> loads) implements Scenario {
  private static final int CONCURRENCY = 20;
  private static final int IDLE_CONCURRENCY = 10;
  private static final int CALIBRATION_SECONDS = 4;
  private static final int SECONDS = 8;
  private static final int IDLE_RATE = 20;

  @Override
  public List<Figure> measure(Bench bench, Systems systems, Peer peer) throws Exception {
    Workers both = systems.use(peer, 2);
    WorkerProcess worker = both.processes().get(0);
    WorkerProcess producer = both.processes().get(1);
    both.askAll("notify on=1");
    String start = "start concurrency=" + (loads.isEmpty() ? IDLE_CONCURRENCY : CONCURRENCY);
    Workers alone = new Workers(bench, peer, List.of(worker));
    alone.rehearse("enqueue", start, peer.scaled(bench.jobs()) / 4);
    worker.ask(start);
    producer.ask("produce seconds=2 rate=" + IDLE_RATE);
    List<Figure> figures = new ArrayList<>();
    if (loads.isEmpty()) {
      figures.addAll(quantiles(alone, producer, start, IDLE_RATE, "start", row));
    } else {
      long capacity = capacity(alone, producer);
      for (int load : loads) {
        String name = "%s at %d %%".formatted(row, load);
        figures.addAll(
            quantiles(alone, producer, start, Math.max(1, capacity * load / 100), "end", name));
      }
    }
    worker.ask("stop");
    both.askAll("notify on=0");
    return figures;
  }

  /** Counts latencies from a new start of the worker. */
  private static List<Figure> quantiles(
      Workers alone, WorkerProcess producer, String start, long rate, String latency, String name)
      throws Exception {
    alone.awaitDatabase();
    alone.askAll("stop");
    alone.askAll(start);
    Thread.sleep(1_000);
    producer.ask("produce seconds=%d rate=%d".formatted(SECONDS, rate));
    awaitQuiet(alone);
    JsonNode measured = alone.askAll("stop").get(0).get(latency);
    alone.askAll(start);
    return List.of(
        Figure.of(name + " p50", "ms", measured.get("p50").asDouble()),
        Figure.of(name + " p99", "ms", measured.get("p99").asDouble()));
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
      Thread.sleep(worker.peer() == Peer.JOBRUNR ? 6_000 : 1_000);
    }
  }
}
