package io.taskforge.engine;

import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentPage;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the documents of destinations that work and of which nothing was reported for two weeks.
 * Reads one page at a time, and all of them at most once an hour. Not thread-safe.
 */
final class UnusedDestinations {
  static final Duration KEPT = Duration.ofDays(14);
  private static final int PAGE = 200;
  private static final Duration EVERY = Duration.ofHours(1);

  private final JobStore store;
  private final LongSupplier ticker;
  private @Nullable DocumentKey after;
  private long finishedAt;
  private boolean finished;

  UnusedDestinations(JobStore store, LongSupplier ticker) {
    this.store = store;
    this.ticker = ticker;
  }

  /** Deletes the unused ones of the next page, if it is time; returns whether pages are left. */
  boolean deleteSome() {
    if (finished && ticker.getAsLong() - finishedAt < EVERY.toNanos()) {
      return false;
    }
    DocumentPage page = store.documents().list(DocumentKind.DESTINATION, null, after, PAGE);
    Instant oldest = page.items().isEmpty() ? null : store.now().minus(KEPT);
    for (Document document : page.items()) {
      // Those that do not work normally are due.
      if (document.dueAt() == null && document.changedAt().isBefore(oldest)) {
        boolean ignored = store.documents().delete(document.key(), document.version());
      }
    }
    after = page.next();
    finished = after == null;
    finishedAt = ticker.getAsLong();
    return !finished;
  }
}
