package io.taskforge.simulator;

import io.taskforge.store.LaneGate;
import java.util.List;

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
        public List<SimulatedJob> claim(WaitingJobs waiting, int limit, long now) {
          return waiting.claim(limit, LaneGate.OPEN, now);
        }

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

  /** Returns when the next claim may find jobs: {@code now}, a later time, or {@link #LATER}. */
  long opensAt(long now);

  /** Claims jobs, to be started now. */
  List<SimulatedJob> claim(WaitingJobs waiting, int limit, long now);

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
