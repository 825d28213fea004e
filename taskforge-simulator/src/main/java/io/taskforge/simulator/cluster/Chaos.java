package io.taskforge.simulator.cluster;

/** What can go wrong in a simulation. A failing run is shrunk by leaving some of it out. */
public enum Chaos {
  /** Store calls fail without an effect. */
  FAILURES,
  /** Store calls take effect, and their answers are lost. */
  LOST_ANSWERS,
  /** Store calls or their answers are late. */
  LATE_CALLS,
  /** The store is away for all nodes for some seconds. */
  OUTAGES,
  /** Nodes crash. */
  CRASHES,
  /** Nodes pause for longer than their leases. */
  PAUSES,
  /** Nodes are shut down gracefully and started again. */
  RESTARTS,
  /** Clocks of nodes run fast or slow. */
  DRIFT,
  /** Handlers are slow, hang or ignore interrupts. */
  SLOW_HANDLERS,
  /** Handlers fail, snooze or discard their jobs. */
  FAILING_HANDLERS,
  /** Some jobs kill their worker each time they run. */
  KILLERS,
  /** Schedules fire on all nodes. */
  SCHEDULES,
  /** Operators cancel, retry, redrive, reschedule and pause, and hold destinations. */
  OPERATORS,
  /** Operators change retry policies. */
  POLICY_CHANGES,
  /** What some jobs call is down for some time, so that its circuit breaker opens. */
  DESTINATIONS
}
