package io.taskforge.deadletter;

import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentPage;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Starts, lists and stops bulk redrives, which the workers carry out. Thread-safe. */
public final class Redrives {
  /** How long a redrive is kept after it has ended. */
  public static final Duration KEPT = Duration.ofDays(30);

  private static final String BY_REQUEST = "stopped by request";
  private static final int CHUNK = 1_000;

  private final JobStore store;
  private final Supplier<JobId> ids;
  private final Runnable started;

  /**
   * Use {@code TaskForge.redrives()}.
   *
   * @param started called after a redrive was started
   */
  public Redrives(JobStore store, Supplier<JobId> ids, Runnable started) {
    this.store = store;
    this.ids = ids;
    this.started = started;
  }

  /** Starts a redrive. It is durable once this returns and survives worker crashes. */
  public Redrive start(RedriveRequest request) {
    return start(new RedriveId(ids.get().value()), request);
  }

  /** Starts a redrive, or returns the one that was started with the same idempotency key. */
  public Redrive start(RedriveRequest request, IdempotencyKey key) {
    return start(RedriveId.of(request.selection().tenant(), key), request);
  }

  /** Returns the redrive that was started with this idempotency key and the request's tenant. */
  public Optional<Redrive> started(RedriveRequest request, IdempotencyKey key) {
    return get(RedriveId.of(request.selection().tenant(), key));
  }

  private Redrive start(RedriveId id, RedriveRequest request) {
    Optional<Redrive> before = get(id);
    while (before.isEmpty()) {
      Instant now = store.now();
      Redrive redrive = Redrive.begin(id, request, count(request.selection()), now);
      String json = RedriveDocument.write(redrive);
      if (store.documents().create(RedriveDocument.key(id), json, now).isPresent()) {
        started.run();
        return redrive;
      }
      before = get(id);
    }
    return before.get();
  }

  /** Returns a redrive; empty if there is none with this id. */
  public Optional<Redrive> get(RedriveId id) {
    return store.documents().find(RedriveDocument.key(id)).map(Redrives::read);
  }

  /**
   * Returns one page of redrives in order of id; ids without an idempotency key are in order of
   * creation.
   *
   * @param after the last redrive of the previous page, or null for the first page
   */
  public RedrivePage list(@Nullable RedriveId after, int limit) {
    DocumentKey last = after == null ? null : RedriveDocument.key(after);
    DocumentPage page = store.documents().list(DocumentKind.REDRIVE, null, last, limit);
    return new RedrivePage(page.items().stream().map(Redrives::read).toList(), page.next() != null);
  }

  /** Stops a redrive; jobs already moved stay moved. Empty if there is no such redrive. */
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
      // A batch in progress must still be counted, so it stays due.
      Instant dueAt = redrive.position().batch() == null ? now.plus(KEPT) : document.dueAt();
      String json = RedriveDocument.write(stopped);
      if (store.documents().replace(document.key(), document.version(), json, dueAt).isPresent()) {
        return Optional.of(new RedriveStop(stopped, true));
      }
    }
  }

  /** Counts the jobs that a redrive would take now. */
  public long count(RedriveSelection selection) {
    if (selection instanceof RedriveSelection.Matching matching) {
      return store.queries().count(matching.filter());
    }
    RedriveSelection.Listed listed = (RedriveSelection.Listed) selection;
    List<JobId> all = listed.ids();
    long found = 0;
    for (int from = 0; from < all.size(); from += CHUNK) {
      List<JobId> chunk = all.subList(from, Math.min(all.size(), from + CHUNK));
      for (Job job : store.queries().jobs(chunk).values()) {
        found += job.state() == listed.state() && listed.includes(job) ? 1 : 0;
      }
    }
    return found;
  }

  private static Redrive read(Document document) {
    return RedriveDocument.read(document.json());
  }
}
