package io.taskforge.simulator.cluster;

/** Unwinds what a node was doing when it crashed. */
final class NodeDied extends Error {
  private static final long serialVersionUID = 1L;

  NodeDied() {
    super("the node has crashed", null, false, false);
  }
}
