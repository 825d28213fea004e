package io.taskforge.simulator;

import java.util.Arrays;

/**
 * A priority queue of jobs by time. A simulation spends most of its time in it, so the times are
 * kept in an array of their own: {@code java.util.PriorityQueue} takes three times as long.
 */
final class JobHeap {
  private static final int CHILDREN = 4;

  private long[] times = new long[256];
  private SimulatedJob[] jobs = new SimulatedJob[256];
  private int size;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The time of the first job, or {@link Long#MAX_VALUE} without one. */
  long firstTime() {
    return size == 0 ? Long.MAX_VALUE : times[0];
  }

  void add(long time, SimulatedJob job) {
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
      jobs = Arrays.copyOf(jobs, size * 2);
    }
    int at = size++;
    while (at > 0) {
      int parent = (at - 1) / CHILDREN;
      if (times[parent] <= time) {
        break;
      }
      times[at] = times[parent];
      jobs[at] = jobs[parent];
      at = parent;
    }
    times[at] = time;
    jobs[at] = job;
  }

  SimulatedJob removeFirst() {
    SimulatedJob first = jobs[0];
    size--;
    long time = times[size];
    SimulatedJob job = jobs[size];
    int at = 0;
    while (true) {
      int child = earliestChild(at);
      if (child < 0 || times[child] >= time) {
        break;
      }
      times[at] = times[child];
      jobs[at] = jobs[child];
      at = child;
    }
    times[at] = time;
    jobs[at] = job;
    return first;
  }

  private int earliestChild(int at) {
    int from = at * CHILDREN + 1;
    int to = Math.min(size, from + CHILDREN);
    int earliest = -1;
    for (int child = from; child < to; child++) {
      if (earliest < 0 || times[child] < times[earliest]) {
        earliest = child;
      }
    }
    return earliest;
  }
}
