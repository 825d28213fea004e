package io.taskforge.simulator;

/**
 * What holds calls to the destination back. Times are nanoseconds of virtual time and never
 * decrease from call to call.
 */
interface Gate {
  /** The time that means: not before a {@link #tick} or the end of a call. */
  long LATER = Long.MAX_VALUE;

  /** Lets every call through. */
  Gate NONE =
      new Gate() {
        @Override
        public long opensAt(long now) {
          return now;
        }

        @Override
        public void started(SimulatedJob job, long now) {}

        @Override
        public boolean ended(SimulatedJob job, long now) {
          return false;
        }

        @Override
        public long nextTick() {
          return LATER;
        }

        @Override
        public void tick(int wanted, long now) {}

        @Override
        public long held(long from, long to) {
          return 0;
        }
      };

  /** Returns when the next call may start: {@code now}, a later time, or {@link #LATER}. */
  long opensAt(long now);

  void started(SimulatedJob job, long now);

  /** Counts a call that has ended; returns whether its attempt is refunded. */
  boolean ended(SimulatedJob job, long now);

  /** Returns when {@link #tick} must be called, or {@link #LATER}. */
  long nextTick();

  /**
   * Lets a worker report what it counted.
   *
   * @param wanted how many calls could be sent now
   */
  void tick(int wanted, long now);

  /** Returns how long the destination was closed in this period. */
  long held(long from, long to);
}
