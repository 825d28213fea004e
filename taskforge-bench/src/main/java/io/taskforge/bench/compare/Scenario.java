package io.taskforge.bench.compare;

import java.util.List;

/** How a workload is measured. */
@FunctionalInterface
interface Scenario {
  List<Figure> measure(Bench bench, Systems systems, Peer peer) throws Exception;
}
