package io.taskforge.server.api;

import io.taskforge.destination.Breaker;
import io.taskforge.destination.Closure;
import io.taskforge.destination.DestinationError;
import io.taskforge.destination.DestinationJson;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.destination.DestinationState;
import io.taskforge.destination.Hold;
import io.taskforge.job.TenantId;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.JobStore;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Destinations in a store, as workers would have left them. */
public final class TestDestinations {
  public static final TenantId TENANT = new TenantId("acme");
  public static final String NAME = "api.example.com:443";
  private static final DocumentKey KEY = new DocumentKey(DocumentKind.DESTINATION, TENANT, NAME);

  private TestDestinations() {}

  /** Opens the circuit breaker of {@link #NAME}, which was held for an hour before. */
  public static void open(JobStore store, @Nullable Hold hold) {
    Instant now = store.now();
    DestinationState open =
        new DestinationState(
            new Breaker.Open(now, now.plusSeconds(2), 1),
            1,
            healthy().window(),
            null,
            hold,
            0,
            List.of(
                new DestinationError(now, "http_502", "bad gateway"),
                new DestinationError(now.minusSeconds(1), "timeout", "no answer after 5 s")),
            List.of(new Closure(now.minusSeconds(3_600), null)));
    put(store, 0, open, now);
  }

  /** Closes it again. */
  public static void close(JobStore store) {
    put(store, 1, healthy(), null);
  }

  private static DestinationState healthy() {
    return DestinationState.healthy(DestinationSettings.defaults());
  }

  private static void put(
      JobStore store, long version, DestinationState state, @Nullable Instant dueAt) {
    Document ignored =
        store.documents().put(KEY, version, DestinationJson.write(state), dueAt).orElseThrow();
  }
}
