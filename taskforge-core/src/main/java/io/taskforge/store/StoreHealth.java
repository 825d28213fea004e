package io.taskforge.store;

import io.taskforge.job.Outage;
import io.taskforge.job.StoreException;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Detects outages of a store from the results of its calls. Logs the start and the end of an outage
 * once each, so that callers need not log every failed try. Thread-safe.
 */
public final class StoreHealth {
  private static final Logger LOG = LoggerFactory.getLogger(StoreHealth.class);
  // Some calls still succeed while a database goes down.
  private static final Duration QUIET = Duration.ofSeconds(1);
  // Small writes still succeed on a full disk while large ones fail.
  private static final Duration QUIET_AFTER_WRITES = Duration.ofSeconds(5);

  private final LongSupplier ticker;
  private volatile @Nullable Outage outage; // written under this lock
  private final Set<Outage> logged = EnumSet.noneOf(Outage.class); // guarded by this
  private long since; // guarded by this
  private long lastFault; // guarded by this
  private long faults; // guarded by this

  /**
   * Starts without an outage.
   *
   * @param ticker a monotonic clock in nanoseconds
   */
  public StoreHealth(LongSupplier ticker) {
    this.ticker = ticker;
  }

  /** Returns the current outage; empty while the store works. */
  public Optional<Outage> outage() {
    return Optional.ofNullable(outage);
  }

  /** Records a failed call and returns its exception. */
  public StoreException failed(StoreException fault) {
    Outage seen = fault.outage();
    if (seen != null) {
      note(seen, fault);
    }
    return fault;
  }

  private synchronized void note(Outage seen, StoreException fault) {
    lastFault = ticker.getAsLong();
    if (outage == null) {
      since = lastFault;
      faults = 0;
      logged.clear();
    }
    faults++;
    // Corruption does not go away: it is remembered until the program restarts.
    outage = outage == Outage.CORRUPT ? Outage.CORRUPT : seen;
    if (logged.add(seen)) {
      LOG.atLevel(seen == Outage.CORRUPT ? Level.ERROR : Level.WARN)
          .log("store is unavailable: {}", fault.getMessage());
    }
  }

  /** Records a successful call. */
  public void succeeded() {
    if (outage != null) {
      recover();
    }
  }

  private synchronized void recover() {
    if (outage == null || outage == Outage.CORRUPT) {
      return;
    }
    long now = ticker.getAsLong();
    Duration quiet = outage == Outage.UNREACHABLE ? QUIET : QUIET_AFTER_WRITES;
    if (Duration.ofNanos(now - lastFault).compareTo(quiet) >= 0) {
      outage = null;
      LOG.info(
          "store is available again after {}; {} calls failed",
          DurationText.forPeople(Duration.ofNanos(now - since)),
          faults);
    }
  }
}
