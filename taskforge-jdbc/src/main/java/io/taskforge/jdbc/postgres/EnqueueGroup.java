package io.taskforge.jdbc.postgres;

import io.taskforge.job.Enqueued;
import io.taskforge.job.NewJob;
import io.taskforge.job.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets concurrent enqueues share one statement and its commit (group commit). The first caller
 * writes at once. Calls that arrive meanwhile form the next group, and its first caller writes it.
 *
 * <p>If the store rejects a group permanently, each of its calls is written again alone, so that
 * only the faulty one fails. Thread-safe.
 */
final class EnqueueGroup {
  // Larger batches gain nothing from a group.
  private static final int LARGE = 50;

  private static final int MAX_JOBS = 1_000;

  private final Function<List<NewJob>, List<Enqueued>> store;
  private final Deque<Call> waiting = new ArrayDeque<>(); // guarded by this
  private boolean writing; // guarded by this

  /**
   * Creates a group.
   *
   * @param store stores jobs and returns their results in the same order
   */
  EnqueueGroup(Function<List<NewJob>, List<Enqueued>> store) {
    this.store = store;
  }

  /** A call that waits for its result, or until it is its turn to write. */
  private record Call(
      List<NewJob> jobs,
      CompletableFuture<Boolean> turn,
      CompletableFuture<List<Enqueued>> result) {}

  /**
   * Stores jobs. A call with an idempotency key is not grouped: it may have to wait for a
   * transaction that has enqueued the same key, and the other callers must not wait with it.
   */
  List<Enqueued> enqueue(List<NewJob> jobs) {
    boolean alone =
        jobs.size() >= LARGE || jobs.stream().anyMatch(job -> job.idempotencyKey() != null);
    return alone ? store.apply(jobs) : grouped(jobs);
  }

  private List<Enqueued> grouped(List<NewJob> jobs) {
    Call call = new Call(jobs, new CompletableFuture<>(), new CompletableFuture<>());
    synchronized (this) {
      waiting.add(call);
      if (!writing) {
        writing = true;
        call.turn.complete(true);
      }
    }
    // Waits uninterruptibly: a caller that returned early would not know the result.
    if (call.turn.join()) {
      List<Call> group = new ArrayList<>();
      try {
        next(group);
        write(group);
      } catch (Throwable e) { // no error may leave a caller waiting
        done(call, List.of(), e);
        group.forEach(each -> done(each, List.of(), e));
      } finally {
        endTurn();
      }
    }
    try {
      return call.result.join();
    } catch (CompletionException e) {
      throw rethrown(e.getCause());
    }
  }

  /** The number of calls that wait for their turn. */
  synchronized int waiting() {
    return waiting.size();
  }

  private synchronized void next(List<Call> group) {
    int jobs = 0;
    for (Call call = waiting.peek();
        call != null && jobs + call.jobs.size() <= MAX_JOBS;
        call = waiting.peek()) {
      jobs += call.jobs.size();
      group.add(call);
      waiting.remove();
    }
  }

  private synchronized void endTurn() {
    Call next = waiting.peek();
    writing = next != null;
    if (next != null) {
      next.turn.complete(true);
    }
  }

  private void write(List<Call> group) {
    try {
      List<Enqueued> stored = store.apply(group.stream().flatMap(c -> c.jobs.stream()).toList());
      int from = 0;
      for (Call call : group) {
        done(call, List.copyOf(stored.subList(from, from + call.jobs.size())), null);
        from += call.jobs.size();
      }
    } catch (RuntimeException e) {
      boolean transientFault = e instanceof StoreException fault && fault.isTransient();
      if (group.size() > 1 && !transientFault) {
        group.forEach(call -> write(List.of(call)));
      } else {
        group.forEach(call -> done(call, List.of(), e));
      }
    }
  }

  private static void done(Call call, List<Enqueued> stored, @Nullable Throwable fault) {
    if (fault == null) {
      call.result.complete(stored);
    } else {
      call.result.completeExceptionally(fault);
    }
    call.turn.complete(false);
  }

  private static RuntimeException rethrown(@Nullable Throwable fault) {
    if (fault instanceof Error error) {
      throw error;
    }
    return fault instanceof RuntimeException exception
        ? exception
        : new StoreException("enqueue jobs", false, fault);
  }
}
