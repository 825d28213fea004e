package io.taskforge.server.api;

import io.taskforge.event.JobEvent;
import io.taskforge.event.JobListener;
import io.taskforge.job.TenantId;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.EventSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The latest changes of this node, and those who listen to them. A listener reads from a ring that
 * all share, so that a slow one costs no memory: what it missed it is told in number. Thread-safe.
 *
 * <p>Operators hear of everything, and events are numbered for them as they come. A tenant's are
 * numbered for the tenant alone: neither from ids and gaps, nor from when it is told that the
 * stream is alive, can it tell what the others do.
 */
public final class EventFeed implements JobListener, AutoCloseable {
  private static final int KEPT = 2_000;
  // That a client has gone shows only when it is written to, and its place is free only then.
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(3);

  private final String life;
  private final LongSupplier ticker;
  private final @Nullable Told[] ring = new @Nullable Told[KEPT];
  // As many as tenants, which operators make.
  private final Map<TenantId, Long> toldOf = new HashMap<>(); // guarded by this
  private final EventStreamSlots listeners = new EventStreamSlots();
  private long next = 1; // guarded by this; the number of the next event
  private boolean closed; // guarded by this

  /**
   * A feed without events.
   *
   * @param life a word that no other process has; hexadecimal
   * @param ticker a monotonic clock in nanoseconds
   */
  public EventFeed(String life, LongSupplier ticker) {
    this.life = life;
    this.ticker = ticker;
  }

  @Override
  public void on(JobEvent event) {
    ObjectNode json = EventJson.of(event);
    tell(List.of(new Told(event.tenant(), "job", () -> json)));
  }

  /** Tells a tenant and operators of an alert. */
  public void alert(TenantId tenant, ObjectNode json) {
    tell(List.of(new Told(tenant, "alert", () -> json)));
  }

  /** Tells of jobs that the store has; what that looks like is made when somebody reads it. */
  void enqueued(List<EnqueuedEvent> all) {
    tell(
        all.stream()
            .map(jobs -> new Told(jobs.tenant(), "job", () -> EventJson.of(jobs)))
            .toList());
  }

  private synchronized void tell(List<Told> events) {
    if (events.isEmpty()) {
      return;
    }
    for (Told told : events) {
      TenantId tenant = told.tenant();
      long own = tenant == null ? 0 : toldOf.merge(tenant, 1L, Long::sum);
      ring[(int) (next % KEPT)] = told.numbered(own);
      next++;
    }
    notifyAll();
  }

  /** Takes a place to listen at, which {@link #feed} gives back; none if there is none. */
  Optional<EventStreamSlots.Place> place(Caller caller) {
    return listeners.take(caller);
  }

  /**
   * Sends events to {@code sink} from a thread of its own until one of both is closed.
   *
   * @param place whose caller hears of what is its own; it is free again afterwards
   * @param lastSeen the id of the last event that the client has; null for only what comes from now
   *     on
   */
  void feed(EventSink sink, EventStreamSlots.Place place, @Nullable String lastSeen) {
    Start start = start(place.caller(), lastSeen);
    Thread thread = new Thread(() -> pump(sink, place, start), "taskforge-events");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * How far a listener is.
   *
   * @param position in the ring, of what it is to look at next
   * @param seen the number, as the listener has it, of the last event that it has
   * @param gap whether what came before may be unknown to it
   */
  private record Start(long position, long seen, boolean gap) {}

  /** Who comes from another life has seen nothing of this one, and gets all of it that is kept. */
  private synchronized Start start(Caller caller, @Nullable String lastSeen) {
    long told = told(caller);
    if (lastSeen == null || lastSeen.isBlank()) {
      return new Start(next, told, false);
    }
    return EventId.read(lastSeen)
        .filter(id -> id.life().equals(life) && id.number() <= told)
        .map(id -> new Start(1, id.number(), false))
        .orElseGet(() -> new Start(1, beforeAllKept(caller), true));
  }

  /** How many events a listener could have heard of. */
  private synchronized long told(Caller caller) {
    TenantId tenant = caller.tenant();
    return tenant == null ? next - 1 : toldOf.getOrDefault(tenant, 0L);
  }

  private synchronized long beforeAllKept(Caller caller) {
    List<Numbered> kept = batch(caller, new Start(1, 0, false)).events;
    return kept.isEmpty() ? told(caller) : kept.get(0).number - 1;
  }

  private String id(long number) {
    return new EventId(life, number).toString();
  }

  private void pump(EventSink sink, EventStreamSlots.Place place, Start start) {
    Start at = start;
    try (place) {
      sink.comment("TaskForge");
      if (start.gap) {
        sink.send(id(start.seen), "gap", EventJson.gap());
      }
      while (!sink.isClosed()) {
        Batch batch = await(place.caller(), at);
        if (batch == null || !tell(sink, batch, at.seen)) {
          break;
        }
        at = new Start(batch.next, batch.told, false);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sink.close();
    }
  }

  /** False once it may be told no more: a key may be revoked while there is nothing to tell. */
  private boolean tell(EventSink sink, Batch batch, long last) {
    long seen = last;
    for (Numbered event : batch.events) {
      if (sink.isClosed()) {
        return false;
      }
      tellGap(sink, seen, event.number - 1);
      sink.send(id(event.number), event.told.name(), event.told.json().get());
      seen = event.number;
    }
    if (sink.isClosed()) {
      return false;
    }
    tellGap(sink, seen, batch.told);
    if (batch.told == last) {
      sink.comment("still here");
    }
    return true;
  }

  private void tellGap(EventSink sink, long seen, long last) {
    if (last > seen) {
      sink.send(id(last), "gap", EventJson.gap(last - seen));
    }
  }

  /**
   * An event, and who may hear of it.
   *
   * @param tenant whose it is; null for operators only
   * @param own its number among its tenant's
   * @param json what it says
   */
  private record Told(@Nullable TenantId tenant, long own, String name, Supplier<ObjectNode> json) {
    Told(@Nullable TenantId tenant, String name, Supplier<ObjectNode> json) {
      this(tenant, 0, name, json);
    }

    Told numbered(long number) {
      return new Told(tenant, number, name, json);
    }

    boolean isFor(Caller caller) {
      return tenant == null ? caller.isOperator() : caller.sees(tenant);
    }
  }

  /** An event with the number that a listener has for it. */
  private record Numbered(long number, Told told) {}

  /**
   * What there is for a listener.
   *
   * @param told the number of the last event that it could have heard of; those that are not among
   *     {@code events} are no longer kept
   * @param next the position after it
   */
  private record Batch(List<Numbered> events, long told, long next) {}

  private synchronized Batch batch(Caller caller, Start at) {
    List<Numbered> events = new ArrayList<>();
    for (long position = Math.max(at.position, next - KEPT); position < next; position++) {
      Told told = position < 1 ? null : ring[(int) (position % KEPT)];
      if (told != null && told.isFor(caller)) {
        long number = caller.isOperator() ? position : told.own;
        if (number > at.seen) {
          events.add(new Numbered(number, told));
        }
      }
    }
    return new Batch(events, told(caller), next);
  }

  /**
   * What there is for a listener, nothing after a while without events of its own; null once this
   * feed is closed.
   */
  private synchronized @Nullable Batch await(Caller caller, Start at) throws InterruptedException {
    long begun = ticker.getAsLong();
    long left = KEEP_ALIVE.toMillis();
    while (!closed && told(caller) == at.seen && left > 0) {
      wait(left);
      left = KEEP_ALIVE.minusNanos(ticker.getAsLong() - begun).toMillis();
    }
    return closed ? null : batch(caller, at);
  }

  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
