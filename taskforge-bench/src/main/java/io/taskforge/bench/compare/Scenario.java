package io.taskforge.bench.compare;

import java.util.List;

/** How a workload is measured. */
@FunctionalInterface
interface Scenario {
  List<Figure> measure(Cell cell) throws Exception;
}
