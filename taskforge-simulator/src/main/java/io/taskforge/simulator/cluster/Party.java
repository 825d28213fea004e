package io.taskforge.simulator.cluster;

/** Calls the store: a node, which can die or be paused during a call, a client or an operator. */
interface Party {
  String name();

  boolean isAlive();

  /** Lets the world continue until this party is not paused. */
  void awaitResumed();

  /** A client or an operator, who neither dies nor pauses. */
  static Party steady(String name) {
    return new Party() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public boolean isAlive() {
        return true;
      }

      @Override
      public void awaitResumed() {}
    };
  }
}
