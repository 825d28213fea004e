package io.taskforge.server.api;

import io.taskforge.JobEvent;
import io.taskforge.JobListener;
import io.taskforge.job.TenantId;
import io.taskforge.retry.Failure;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.EventSink;
import io.taskforge.server.http.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
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

  private final @Nullable Told[] ring = new @Nullable Told[KEPT];
  private final Map<String, Integer> listeners = new ConcurrentHashMap<>();
  private long next = 1; // guarded by this; the number of the next event
  private boolean closed; // guarded by this

  @Override
  public void on(JobEvent event) {
    tell(new Told(event.tenant(), "job", json(event)));
  }

  /** Tells a tenant and operators of an alert. */
  public void alert(TenantId tenant, ObjectNode json) {
    tell(new Told(tenant, "alert", json));
  }

  private synchronized void tell(Told told) {
    ring[(int) (next % KEPT)] = told;
    next++;
    notifyAll();
  }

  private static ObjectNode json(JobEvent event) {
    ObjectNode json = Json.object();
    json.put("jobId", event.jobId().toString());
    json.put("queue", event.queue().value());
    json.put("type", event.type().value());
    json.put("tenant", event.tenant().value());
    json.put("transition", event.transition().name());
    json.put("state", event.state().name());
    json.put("attempt", event.attempt());
    json.put("failures", event.counters().failures());
    json.put("maxRetries", event.maxRetries());
    Failure failure = event.failure();
    json.put("errorType", failure == null ? null : failure.type().name());
    json.put("message", failure == null ? null : failure.message());
    json.put("durationMs", AttemptJson.millis(event.duration()));
    json.put("delayMs", AttemptJson.millis(event.delay()));
    json.put("nextRunAt", JobJson.time(event.nextRunAt()));
    json.put("explanation", event.explanation());
    return json;
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
   * @param after the last event that the client has; 0 for only what comes from now on
   */
  void feed(EventSink sink, Caller caller, long after) {
    long from;
    synchronized (this) {
      from = after > 0 && after < next ? after + 1 : next;
    }
    listeners.merge(name(caller), 1, Integer::sum);
    Thread thread = new Thread(() -> pump(sink, caller, from), "taskforge-events");
    thread.setDaemon(true);
    thread.start();
  }

  private void pump(EventSink sink, Caller caller, long from) {
    long position = from;
    try {
      sink.comment("TaskForge");
      while (!sink.isClosed()) {
        Batch batch = await(position);
        if (batch == null) {
          break;
        }
        if (batch.missed > 0) {
          sink.send(batch.first - 1, "gap", Json.object().put("missed", batch.missed));
        }
        boolean sent = false;
        for (int i = 0; i < batch.events.size(); i++) {
          Told told = batch.events.get(i);
          if (told.isFor(caller)) {
            sink.send(batch.first + i, told.name(), told.json());
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
   */
  private record Told(@Nullable TenantId tenant, String name, ObjectNode json) {
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
