/** Simulates outages and replays recorded attempts against a retry policy. */
module io.taskforge.simulator {
  requires transitive io.taskforge.core;

  exports io.taskforge.simulator;
  exports io.taskforge.simulator.chart;
  exports io.taskforge.simulator.history;
}
