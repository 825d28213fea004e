package io.taskforge.server.api;

import io.taskforge.event.DestinationEvent;
import io.taskforge.event.JobEvent;
import io.taskforge.event.JobListener;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.EventSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The latest events of this node, streamed to subscribers. All subscribers read from one ring
 * buffer, so that a slow one takes no memory; it gets the number of events that it missed.
 * Thread-safe.
 *
 * <p>Operators get the events of all tenants, in one sequence. A tenant gets its own events,
 * numbered in a sequence of its own, so that ids, gaps and keep-alives reveal nothing about other
 * tenants.
 */
public final class EventFeed implements JobListener, AutoCloseable {
  private static final int KEPT = 2_000;
  // A disconnected client is noticed, and its slot released, only when something is sent to it.
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(3);
  // A revoked key ends its streams; each check may read the store.
  private static final Duration AUTHORIZED = Duration.ofSeconds(3);

  private final String process;
  private final LongSupplier ticker;
  private final @Nullable Event[] ring = new @Nullable Event[KEPT];
  // One entry per tenant; operators create tenants.
  private final Map<TenantId, Long> lastNumbers = new HashMap<>(); // guarded by this
  private final EventStreamSlots slots = new EventStreamSlots();
  private long lastOfOperators; // guarded by this
  private long next = 1; // guarded by this; the position of the next event
  private boolean closed; // guarded by this

  /**
   * @param process a unique id of this process; hexadecimal
   * @param ticker a monotonic clock in nanoseconds
   */
  public EventFeed(String process, LongSupplier ticker) {
    this.process = process;
    this.ticker = ticker;
  }

  @Override
  public void on(JobEvent event) {
    ObjectNode json = EventJson.of(event);
    publish(List.of(new Event(event.tenant(), "job", () -> json)));
  }

  @Override
  public void destinationChanged(DestinationEvent event) {
    ObjectNode json = Json.object();
    json.put("destination", event.destination().name());
    json.put("tenant", event.destination().tenant().value());
    json.put("change", event.change().kind().name());
    json.put("at", event.change().at().toString());
    json.put("reason", event.change().reason());
    json.put("shadow", event.shadow());
    publish(List.of(new Event(event.destination().tenant(), "destination", () -> json)));
  }

  /** Publishes an alert to its tenant and to operators. */
  public void alert(TenantId tenant, ObjectNode json) {
    publish(List.of(new Event(tenant, "alert", () -> json)));
  }

  /**
   * Publishes that attempts have ended on any node, or that another process has enqueued jobs.
   *
   * @param tenant the tenant whose attempts they are, and who gets the event; null for those of all
   *     tenants, for operators
   */
  void changed(@Nullable TenantId tenant, long ended, boolean enqueued) {
    ObjectNode json = Json.object();
    json.put("tenant", tenant == null ? null : tenant.value());
    json.put("ended", ended);
    json.put("enqueued", enqueued);
    publish(List.of(new Event(tenant, tenant == null, "changed", () -> json)));
  }

  /** Returns the tenants that have a stream open; empty for operators. */
  Set<Optional<TenantId>> subscribers() {
    return slots.subscribers();
  }

  /** Publishes that jobs were enqueued; their JSON is created when a subscriber reads it. */
  void enqueued(List<EnqueuedEvent> all) {
    publish(
        all.stream()
            .map(jobs -> new Event(jobs.tenant(), "job", () -> EventJson.of(jobs)))
            .toList());
  }

  private synchronized void publish(List<Event> events) {
    if (events.isEmpty()) {
      return;
    }
    for (Event event : events) {
      TenantId tenant = event.tenant();
      long own = tenant == null ? 0 : lastNumbers.merge(tenant, 1L, Long::sum);
      lastOfOperators += event.toOperators() ? 1 : 0;
      ring[(int) (next % KEPT)] = event.numbered(lastOfOperators, own);
      next++;
    }
    notifyAll();
  }

  /** Returns a slot for a stream, which {@link #feed} releases; empty if a limit is reached. */
  Optional<EventStreamSlots.Slot> slot(Caller caller) {
    return slots.take(caller);
  }

  /**
   * Sends events to {@code sink} from a new thread until the sink or this feed is closed.
   *
   * @param slot decides which events the subscriber gets; released afterwards
   * @param lastSeen the id of the last event that the client has; null for new events only
   */
  void feed(EventSink sink, EventStreamSlots.Slot slot, @Nullable String lastSeen) {
    Start start = start(slot.caller(), lastSeen);
    Thread thread = new Thread(() -> pump(sink, slot, start), "taskforge-events");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * The position of a subscriber.
   *
   * @param position the next position in the ring buffer
   * @param seen the number, in the subscriber's sequence, of its last event
   * @param gap whether earlier events may be missing
   */
  private record Start(long position, long seen, boolean gap) {}

  /** A subscriber with an id of another process gets all events in the buffer. */
  private synchronized Start start(Caller caller, @Nullable String lastSeen) {
    long last = last(caller);
    if (lastSeen == null || lastSeen.isBlank()) {
      return new Start(next, last, false);
    }
    return EventId.read(lastSeen)
        .filter(id -> id.process().equals(process) && id.number() <= last)
        .map(id -> new Start(1, id.number(), false))
        .orElseGet(() -> new Start(1, beforeFirstKept(caller), true));
  }

  private synchronized long last(Caller caller) {
    TenantId tenant = caller.tenant();
    return tenant == null ? lastOfOperators : lastNumbers.getOrDefault(tenant, 0L);
  }

  private synchronized long beforeFirstKept(Caller caller) {
    List<Numbered> kept = batch(caller, new Start(1, 0, false)).events;
    return kept.isEmpty() ? last(caller) : kept.get(0).number - 1;
  }

  private String id(long number) {
    return new EventId(process, number).toString();
  }

  private void pump(EventSink sink, EventStreamSlots.Slot slot, Start start) {
    Start at = start;
    try (slot) {
      sink.comment("TaskForge");
      if (start.gap) {
        sink.send(id(start.seen), "gap", EventJson.gap());
      }
      long checked = ticker.getAsLong();
      while (!sink.isClosed()) {
        Batch batch = await(slot.caller(), at);
        if (ticker.getAsLong() - checked >= AUTHORIZED.toNanos()) {
          checked = ticker.getAsLong();
          if (!sink.isAuthorized()) {
            break;
          }
        }
        if (batch == null || !send(sink, batch, at.seen)) {
          break;
        }
        at = new Start(batch.next, batch.last, false);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sink.close();
    }
  }

  /** Returns false if the client has disconnected. */
  private boolean send(EventSink sink, Batch batch, long last) {
    long seen = last;
    for (Numbered each : batch.events) {
      if (sink.isClosed()) {
        return false;
      }
      sendGap(sink, seen, each.number - 1);
      sink.send(id(each.number), each.event.name(), each.event.json().get());
      seen = each.number;
    }
    if (sink.isClosed()) {
      return false;
    }
    sendGap(sink, seen, batch.last);
    if (batch.last == last) {
      sink.comment("keep-alive");
    }
    return true;
  }

  private void sendGap(EventSink sink, long seen, long last) {
    if (last > seen) {
      sink.send(id(last), "gap", EventJson.gap(last - seen));
    }
  }

  /**
   * @param tenant the tenant that gets it; null for operators only
   * @param toOperators whether operators get it
   * @param ofOperators its number in the operators' sequence
   * @param own its number in the tenant's sequence
   */
  private record Event(
      @Nullable TenantId tenant,
      boolean toOperators,
      long ofOperators,
      long own,
      String name,
      Supplier<ObjectNode> json) {
    Event(@Nullable TenantId tenant, boolean toOperators, String name, Supplier<ObjectNode> json) {
      this(tenant, toOperators, 0, 0, name, json);
    }

    Event(TenantId tenant, String name, Supplier<ObjectNode> json) {
      this(tenant, true, name, json);
    }

    Event numbered(long forOperators, long forTenant) {
      return new Event(tenant, toOperators, forOperators, forTenant, name, json);
    }

    boolean isFor(Caller caller) {
      return caller.isOperator() ? toOperators : tenant != null && caller.sees(tenant);
    }
  }

  /** An event with its number in a subscriber's sequence. */
  private record Numbered(long number, Event event) {}

  /**
   * The new events of a subscriber.
   *
   * @param last the number of the last event in its sequence; numbers that are not in {@code
   *     events} are no longer in the buffer
   * @param next the position after it
   */
  private record Batch(List<Numbered> events, long last, long next) {}

  private synchronized Batch batch(Caller caller, Start at) {
    List<Numbered> events = new ArrayList<>();
    for (long position = Math.max(at.position, next - KEPT); position < next; position++) {
      Event event = position < 1 ? null : ring[(int) (position % KEPT)];
      if (event != null && event.isFor(caller)) {
        long number = caller.isOperator() ? event.ofOperators : event.own;
        if (number > at.seen) {
          events.add(new Numbered(number, event));
        }
      }
    }
    return new Batch(events, last(caller), next);
  }

  /**
   * Waits for new events of a subscriber. Returns an empty batch after the keep-alive interval, and
   * null if this feed is closed.
   */
  private synchronized @Nullable Batch await(Caller caller, Start at) throws InterruptedException {
    long begun = ticker.getAsLong();
    long left = KEEP_ALIVE.toMillis();
    while (!closed && last(caller) == at.seen && left > 0) {
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
