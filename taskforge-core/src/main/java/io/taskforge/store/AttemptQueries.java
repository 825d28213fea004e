package io.taskforge.store;

import io.taskforge.job.Attempt;
import io.taskforge.job.DeadLetterStay;
import io.taskforge.job.JobId;
import io.taskforge.query.AttemptFilter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Reads the history of jobs: their attempts and their stays in dead letter queues. */
public interface AttemptQueries {
  /**
   * Returns the latest matching attempts, ordered by job id and history entry, oldest first; the
   * running attempt of a job is its last. There are fewer than the limit if their texts (message,
   * stack trace, explanation, log) reach {@link PageBytes#MAX}.
   */
  List<Attempt> attempts(AttemptFilter filter);

  /** As {@link #attempts(AttemptFilter)}, and reads further pages until the limit is reached. */
  default List<Attempt> allAttempts(AttemptFilter filter) {
    Deque<Attempt> attempts = new ArrayDeque<>();
    List<Attempt> page = attempts(filter);
    while (!page.isEmpty()) {
      for (int i = page.size() - 1; i >= 0; i--) {
        attempts.addFirst(page.get(i));
      }
      int left = filter.limit() - attempts.size();
      int first = page.get(0).number().entry();
      page = left > 0 && first > 1 ? attempts(filter.before(first).limit(left)) : List.of();
    }
    return List.copyOf(attempts);
  }

  /** Returns a job's latest attempts, at most {@code limit}, oldest first. */
  default List<Attempt> attempts(JobId id, int limit) {
    return attempts(AttemptFilter.latest(id, limit));
  }

  /**
   * Returns a job's stays in dead letter queues that have ended, newest first, at most {@link
   * DeadLetterStay#MAX}.
   */
  List<DeadLetterStay> deadLetterStays(JobId id);
}
