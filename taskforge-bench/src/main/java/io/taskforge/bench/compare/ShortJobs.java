package io.taskforge.bench.compare;

import java.util.ArrayList;
import java.util.List;

/**
 * Jobs of 1 ms at several numbers of workers: how many per second when enough of them wait, and how
 * long they wait when another process enqueues half as many as the workers can do at most. For
 * comparison, how often as many threads wait for 1 ms that do nothing else: a wait takes longer
 * than it should.
 */
record ShortJobs(String row, List<Integer> workers) implements Scenario {
  private static final int SECONDS = 5;
  private static final int WAITING = 2;

  @Override
  public List<Figure> measure(Bench bench, Systems systems, Peer peer) throws Exception {
    List<Figure> figures = new ArrayList<>();
    for (int each : workers) {
      Workers both = systems.use(peer, 2);
      Workers alone = new Workers(bench, peer, List.of(both.first()));
      String start = "start pause=1 concurrency=" + each;
      int ceiling = each * 1_000;
      int jobs = Math.min(bench.jobs(), ceiling * SECONDS);
      alone.rehearse("enqueue", start, jobs / 4);
      alone.first().ask("enqueue jobs=" + jobs);
      String name = "%s %d workers".formatted(row, each);
      Figure rate = alone.measured(name, jobs, () -> alone.drain(start, jobs, true));
      figures.add(rate);
      alone.askAll("stop");
      double waits =
          alone
              .first()
              .ask("wait threads=%d pause=1 seconds=%d".formatted(each, WAITING))
              .get("rate")
              .asDouble();
      figures.add(Figure.of(name + ", threads that only wait", "waits/s", waits));
      alone.askAll(start);
      long half = (long) Math.min(rate.value(), ceiling) / 2;
      WorkerProcess producer = both.processes().get(1);
      producer.ask("produce batch=10 seconds=2 rate=" + half);
      alone.askAll("forget");
      producer.ask("produce batch=10 seconds=%d rate=%d".formatted(SECONDS, half));
      alone.awaitDatabase();
      double p99 = alone.askAll("stop").get(0).get("start").get("p99").asDouble();
      figures.add(Figure.of(name + ", claim p99 at half the rate", "ms", p99));
    }
    return figures;
  }
}
