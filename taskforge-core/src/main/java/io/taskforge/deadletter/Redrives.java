package io.taskforge.deadletter;

import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentPage;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bulk redrives: starts them, shows them and stops them. The workers carry them out. Thread-safe.
 */
public final class Redrives {
  /** How long a redrive that has ended can be looked up. */
  public static final Duration KEPT = Duration.ofDays(30);

  private static final String BY_REQUEST = "stopped by request";
  private static final int CHUNK = 1_000;

  private final JobStore store;
  private final Supplier<JobId> ids;
  private final Runnable started;

  /**
   * Use {@code TaskForge.redrives()}.
   *
   * @param started is called when there is something to do
   */
  public Redrives(JobStore store, Supplier<JobId> ids, Runnable started) {
    this.store = store;
    this.ids = ids;
    this.started = started;
  }

  /** Starts a redrive, which is durable when this returns and goes on whoever crashes. */
  public Redrive start(RedriveRequest request) {
    return start(new RedriveId(ids.get().value()), request);
  }

  /** As {@link #start(RedriveRequest)}, but a key that was used before gives that redrive. */
  public Redrive start(RedriveRequest request, IdempotencyKey key) {
    return start(RedriveId.of(request.selection().tenant(), key), request);
  }

  /** Returns the redrive that a key has started already, for the tenant of {@code request}. */
  public Optional<Redrive> started(RedriveRequest request, IdempotencyKey key) {
    return get(RedriveId.of(request.selection().tenant(), key));
  }

  private Redrive start(RedriveId id, RedriveRequest request) {
    Optional<Redrive> before = get(id);
    while (before.isEmpty()) {
      Instant now = store.now();
      Redrive redrive = Redrive.begin(id, request, count(request.selection()), now);
      if (store
          .documents()
          .create(RedriveDocument.key(id), RedriveDocument.write(redrive), now)
          .isPresent()) {
        started.run();
        return redrive;
      }
      before = get(id);
    }
    return before.get();
  }

  /** Returns a redrive as it stands. */
  public Optional<Redrive> get(RedriveId id) {
    return store.documents().find(RedriveDocument.key(id)).map(Redrives::read);
  }

  /**
   * Returns redrives by id, one page at a time: those without a key in the order of their making.
   *
   * @param after the last of the page before, or null for the first page
   */
  public RedrivePage list(@Nullable RedriveId after, int limit) {
    DocumentPage page =
        store
            .documents()
            .list(
                DocumentKind.REDRIVE,
                null,
                after == null ? null : RedriveDocument.key(after),
                limit);
    return new RedrivePage(page.items().stream().map(Redrives::read).toList(), page.next() != null);
  }

  /** Stops a redrive; what was moved stays moved. Empty if there is none. */
  public Optional<RedriveStop> stop(RedriveId id) {
    while (true) {
      Optional<Document> found = store.documents().find(RedriveDocument.key(id));
      if (found.isEmpty()) {
        return Optional.empty();
      }
      Document document = found.get();
      Redrive redrive = read(document);
      if (redrive.state().isFinal()) {
        return Optional.of(new RedriveStop(redrive, false));
      }
      Instant now = store.now();
      Redrive stopped = redrive.ended(RedriveState.STOPPED, BY_REQUEST, now);
      // What a worker is moving right now must still be counted, by it or by another.
      Instant dueAt = redrive.batch() == null ? now.plus(KEPT) : document.dueAt();
      if (store
          .documents()
          .replace(document.key(), document.version(), RedriveDocument.write(stopped), dueAt)
          .isPresent()) {
        return Optional.of(new RedriveStop(stopped, true));
      }
    }
  }

  /** Returns how many dead letters a redrive would find now; changes nothing. */
  public long count(RedriveSelection selection) {
    if (selection instanceof RedriveSelection.Matching matching) {
      return store.queries().count(matching.filter());
    }
    RedriveSelection.Listed listed = (RedriveSelection.Listed) selection;
    List<JobId> all = listed.ids();
    long dead = 0;
    for (int from = 0; from < all.size(); from += CHUNK) {
      List<JobId> chunk = all.subList(from, Math.min(all.size(), from + CHUNK));
      for (Job job : store.queries().jobs(chunk).values()) {
        dead += job.state() == JobState.DEAD && listed.sees(job) ? 1 : 0;
      }
    }
    return dead;
  }

  private static Redrive read(Document document) {
    return RedriveDocument.read(document.json());
  }
}
