package io.taskforge.server.api;

import io.taskforge.JobEvent;
import io.taskforge.JobListener;
import io.taskforge.job.TenantId;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.EventSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The latest changes of this node, and those who listen to them. A listener reads from a ring that
 * all share, so that a slow one costs no memory: what it missed it is told in number. Thread-safe.
 */
public final class EventFeed implements JobListener, AutoCloseable {
  private static final int KEPT = 2_000;
  private static final int MOST_LISTENERS = 100;
  private static final int MOST_OF_A_TENANT = 10;
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

  private final String life;
  private final @Nullable Told[] ring = new @Nullable Told[KEPT];
  private final Map<String, Integer> listeners = new ConcurrentHashMap<>();
  private long next = 1; // guarded by this; the number of the next event
  private boolean closed; // guarded by this

  /**
   * A feed without events.
   *
   * @param life a word that no other process has; hexadecimal
   */
  public EventFeed(String life) {
    this.life = life;
  }

  @Override
  public void on(JobEvent event) {
    ObjectNode json = EventJson.of(event);
    tell(List.of(new Told(event.tenant(), "job", () -> json)));
  }

  /** Tells operators of an alert. */
  public void alert(ObjectNode json) {
    tell(List.of(new Told(null, "alert", () -> json)));
  }

  /** Tells of jobs that the store has; what that looks like is made when somebody reads it. */
  void enqueued(List<NewJobs> all) {
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
      ring[(int) (next % KEPT)] = told;
      next++;
    }
    notifyAll();
  }

  /** Whether one more may listen; a tenant's keys may not take all the room. */
  boolean hasRoom(Caller caller) {
    TenantId tenant = caller.tenant();
    return listeners.values().stream().mapToInt(n -> n).sum() < MOST_LISTENERS
        && (tenant == null || listeners.getOrDefault(tenant.value(), 0) < MOST_OF_A_TENANT);
  }

  private static String name(Caller caller) {
    TenantId tenant = caller.tenant();
    return tenant == null ? "" : tenant.value();
  }

  /**
   * Sends events to {@code sink} from a thread of its own until one of both is closed.
   *
   * @param caller who listens, and hears of what is its own
   * @param lastSeen the id of the last event that the client has; null for only what comes from now
   *     on
   */
  void feed(EventSink sink, Caller caller, @Nullable String lastSeen) {
    Start start = start(lastSeen);
    listeners.merge(name(caller), 1, Integer::sum);
    Thread thread = new Thread(() -> pump(sink, caller, start), "taskforge-events");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Where a stream begins.
   *
   * @param gap whether what came before it may be unknown to the client
   */
  private record Start(long position, boolean gap) {}

  /** Who comes from another life has seen nothing of this one, and gets all of it that is kept. */
  private synchronized Start start(@Nullable String lastSeen) {
    if (lastSeen == null || lastSeen.isBlank()) {
      return new Start(next, false);
    }
    return EventId.read(lastSeen)
        .filter(id -> id.life().equals(life) && id.number() < next)
        .map(id -> new Start(id.number() + 1, false))
        .orElseGet(() -> new Start(Math.max(1, next - KEPT), true));
  }

  private String id(long number) {
    return new EventId(life, number).toString();
  }

  private void pump(EventSink sink, Caller caller, Start start) {
    long position = start.position;
    try {
      sink.comment("TaskForge");
      if (start.gap) {
        sink.send(id(position - 1), "gap", EventJson.gap());
      }
      while (!sink.isClosed()) {
        Batch batch = await(position);
        if (batch == null) {
          break;
        }
        if (batch.missed > 0) {
          sink.send(id(batch.first - 1), "gap", EventJson.gap(batch.missed));
        }
        boolean sent = false;
        for (int i = 0; i < batch.events.size(); i++) {
          Told told = batch.events.get(i);
          if (told.isFor(caller)) {
            sink.send(id(batch.first + i), told.name(), told.json().get());
            sent = true;
          }
        }
        if (!sent) {
          sink.comment("still here");
        }
        position = batch.first + batch.events.size();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      listeners.computeIfPresent(name(caller), (same, n) -> n > 1 ? n - 1 : null);
      sink.close();
    }
  }

  /**
   * An event, and who may hear of it.
   *
   * @param tenant whose it is; null for operators only
   * @param json what it says
   */
  private record Told(@Nullable TenantId tenant, String name, Supplier<ObjectNode> json) {
    boolean isFor(Caller caller) {
      return tenant == null ? caller.isOperator() : caller.sees(tenant);
    }
  }

  private record Batch(long first, long missed, List<Told> events) {}

  /**
   * What there is from {@code position} on, nothing after a while without events; null once this
   * feed is closed.
   */
  @SuppressWarnings("WaitNotInLoop") // to be woken for nothing costs a line that means nothing
  private synchronized @Nullable Batch await(long position) throws InterruptedException {
    if (position == next && !closed) {
      wait(KEEP_ALIVE.toMillis());
    }
    if (closed) {
      return null;
    }
    long first = Math.max(position, next - KEPT);
    List<Told> events = new ArrayList<>();
    for (long number = first; number < next; number++) {
      events.add(Objects.requireNonNull(ring[(int) (number % KEPT)]));
    }
    return new Batch(first, first - position, events);
  }

  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
