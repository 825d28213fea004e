package io.taskforge.bench.compare;

import java.util.List;

/** Enqueues jobs: in batches of 1 000, or one at a time from 8 threads. */
record Enqueue(String row, boolean singly) implements Scenario {
  /** A single enqueue is a transaction of its own, so it takes fewer of them for as long a run. */
  private static final int SINGLE_SHARE = 4;

  @Override
  public List<Figure> measure(Cell cell) throws Exception {
    int jobs = cell.peer().scaled(singly ? cell.jobs() / SINGLE_SHARE : cell.jobs());
    String command = singly ? "single jobs=" : "enqueue jobs=";
    try (Workers workers = cell.open(1)) {
      workers.first().ask("create");
      for (int i = 0; i < 3; i++) {
        workers.first().ask(command + Math.max(100, jobs / 4));
      }
      if (cell.peer().onSqlite()) {
        return List.of(Figure.of(row, "jobs/s", jobs / seconds(workers, command + jobs)));
      }
      cell.postgres().settle(Cell.DATABASE);
      long wal = cell.postgres().walBytes();
      double seconds = seconds(workers, command + jobs);
      return List.of(
          new Figure(
              row,
              "jobs/s",
              jobs / seconds,
              (double) (cell.postgres().walBytes() - wal) / jobs,
              cell.postgres().databaseMicros(Cell.DATABASE) / jobs));
    }
  }

  private static double seconds(Workers workers, String command) throws Exception {
    return workers.first().ask(command).get("seconds").asDouble();
  }
}
