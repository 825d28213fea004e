/** Simulates outages and whole clusters on virtual time, and checks what happened. */
module io.taskforge.simulator {
  requires transitive io.taskforge.core;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports io.taskforge.simulator;
  exports io.taskforge.simulator.chart;
  exports io.taskforge.simulator.check;
  exports io.taskforge.simulator.cluster;
  exports io.taskforge.simulator.history;
}
