package io.taskforge.client;

import io.taskforge.client.RemoteWorkerBuilder.Config;
import io.taskforge.engine.HandlerRun;
import io.taskforge.engine.loop.Turn;
import io.taskforge.json.strict.Json;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.store.Heartbeat;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The heartbeat: extends the leases of all jobs of the worker, and interrupts handlers whose lease
 * was lost or whose job is to be cancelled.
 */
final class ExtendLeases implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(ExtendLeases.class);

  private final Config config;
  private final Attempts attempts;
  private final Consumer<String> onMode;
  private final CallBackoff backoff;
  private volatile long lastAnswer;

  ExtendLeases(Config config, Attempts attempts, Consumer<String> onMode) {
    this.config = config;
    this.attempts = attempts;
    this.onMode = onMode;
    this.backoff = new CallBackoff(config.environment());
    this.lastAnswer = config.environment().ticker().getAsLong();
  }

  @Override
  public Duration turn() {
    Duration interval = Heartbeat.interval(config.lease());
    // Read before the call: a job that is claimed during it must not seem older than it is.
    long asked = config.environment().ticker().getAsLong();
    List<Attempt> all = attempts.all();
    boolean busy = false;
    try {
      for (int from = 0; from < all.size(); from += RemoteClaim.MAX_LIMIT) {
        busy |= extend(all.subList(from, Math.min(all.size(), from + RemoteClaim.MAX_LIMIT)));
      }
    } catch (ApiException e) {
      LOG.warn("heartbeat failed, will retry: {}", e.getMessage());
      stopDoubtful();
      return shorter(backoff.after(e), interval);
    }
    lastAnswer = asked;
    if (busy) {
      return shorter(backoff.next(), interval);
    }
    backoff.reset();
    return interval;
  }

  /** A lease that is about to expire cannot wait for the regular interval. */
  private static Duration shorter(Duration soon, Duration interval) {
    return soon.compareTo(interval) < 0 ? soon : interval;
  }

  /** Extends leases; true if one was busy and must be extended again soon. */
  private boolean extend(List<Attempt> some) {
    ObjectNode body = Json.object().put("lease", config.lease().toString());
    body.set("tokens", Json.of(some.stream().map(Attempt::token).toList()));
    JsonNode items =
        config.api().post("/leases/extensions", Json.write(body), Map.of()).path("items");
    boolean busy = false;
    for (int i = 0; i < some.size(); i++) {
      JsonNode item = items.path(i);
      String outcome = item.path("outcome").asString("");
      if (outcome.equals("LEASE_LOST")) {
        some.get(i).stop(HandlerRun.Stop.LEASE_LOST);
      } else if (item.path("cancelRequested").asBoolean(false)) {
        some.get(i).stop(HandlerRun.Stop.CANCELLED);
      }
      busy |= outcome.equals("BUSY");
      if (item.path("mode").isString()) {
        onMode.accept(item.path("mode").asString());
      }
    }
    return busy;
  }

  /** Stops handlers whose lease may have expired: another worker may run their jobs now. */
  void stopDoubtful() {
    for (Attempt attempt : attempts.all()) {
      if (attempt.mayHaveLostLease(config.lease(), lastAnswer)) {
        attempt.stop(HandlerRun.Stop.LEASE_LOST);
      }
    }
  }
}
