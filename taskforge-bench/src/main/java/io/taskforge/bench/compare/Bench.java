package io.taskforge.bench.compare;

import io.taskforge.cli.output.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongFunction;

/**
 * What all measurements of a run share.
 *
 * @param jobs the number of jobs of a fast system
 * @param backlog the number of jobs in a large table
 * @param node the command that runs the peers on Node
 * @param bar creates a progress bar, given its total
 */
record Bench(
    int jobs,
    int backlog,
    Postgres postgres,
    List<String> node,
    Path out,
    LongFunction<Progress> bar) {
  /** A JVM has compiled what counts after about 300 000 jobs. */
  private static final int WARM_UP = 50_000;

  /** Returns how many jobs a system runs in each of its warm-up runs. */
  int warmUp(Peer peer) {
    return peer.scaled(Math.min(WARM_UP, jobs));
  }
}
