package io.taskforge.client;

import io.taskforge.client.RemoteWorkerBuilder.Config;
import io.taskforge.engine.loop.Turn;
import io.taskforge.json.strict.Json;
import io.taskforge.remote.RemoteClaim;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Reports results in batches, and keeps them while the server is away. Thread-safe. */
final class ReportResults implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(ReportResults.class);
  private static final Duration WHEN_EMPTY = Duration.ofMinutes(1);
  // A request of the API has at most 1 MiB, and one result about 300 KiB.
  private static final int MAX_CHARACTERS = 300_000;
  // What the server will never accept. Others may be answers of a gateway, or of another key.
  private static final Set<Integer> REJECTED = Set.of(400, 413, 422);

  private record Result(String token, String json) {}

  private final Config config;
  private final Attempts attempts;
  private final CallBackoff backoff;
  private final Deque<Result> waiting = new ArrayDeque<>(); // guarded by this

  ReportResults(Config config, Attempts attempts) {
    this.config = config;
    this.attempts = attempts;
    this.backoff = new CallBackoff(config.environment());
  }

  synchronized void add(Attempt attempt, AttemptResult result) {
    waiting.add(new Result(attempt.token(), Json.write(attempt.result(result.json()))));
  }

  @Override
  public Duration turn() {
    Duration left = backoff.left();
    if (!left.isZero()) {
      return left;
    }
    List<Result> batch = next();
    if (batch.isEmpty()) {
      return WHEN_EMPTY;
    }
    try {
      send(batch);
    } catch (RuntimeException e) { // whatever happens, no result is lost
      return isRejected(e) ? oneByOne(batch) : postponed(batch, e);
    }
    backoff.reset();
    return Duration.ZERO;
  }

  private static boolean isRejected(RuntimeException thrown) {
    return thrown instanceof ApiException e && REJECTED.contains(e.status());
  }

  private synchronized List<Result> next() {
    List<Result> batch = new ArrayList<>();
    int characters = 0;
    while (!waiting.isEmpty()
        && batch.size() < RemoteClaim.MAX_LIMIT
        && (batch.isEmpty() || characters + waiting.element().json.length() <= MAX_CHARACTERS)) {
      characters += waiting.element().json.length();
      batch.add(waiting.remove());
    }
    return batch;
  }

  private Duration postponed(List<Result> batch, RuntimeException thrown) {
    putBack(batch);
    Duration pause = backoff.after(thrown);
    LOG.warn(
        "{} results not reported, will retry in {} ms: {}",
        batch.size(),
        pause.toMillis(),
        thrown.getMessage());
    return pause;
  }

  private synchronized void putBack(List<Result> batch) {
    for (int i = batch.size() - 1; i >= 0; i--) {
      waiting.addFirst(batch.get(i));
    }
  }

  /** One result that the server does not accept must not keep back the others. */
  private Duration oneByOne(List<Result> batch) {
    for (int i = 0; i < batch.size(); i++) {
      try {
        send(List.of(batch.get(i)));
      } catch (RuntimeException e) {
        if (!isRejected(e)) {
          return postponed(batch.subList(i, batch.size()), e);
        }
        LOG.error("a result was rejected, its job will be rescued: {}", e.getMessage());
        attempts.forget(batch.get(i).token);
      }
    }
    return Duration.ZERO;
  }

  private void send(List<Result> batch) {
    String body =
        "{\"results\":[" + String.join(",", batch.stream().map(Result::json).toList()) + "]}";
    for (JsonNode item : config.api().post("/leases/results", body, Map.of()).path("items")) {
      if (item.path("outcome").asString("").equals("LEASE_LOST")) {
        LOG.warn(
            "result of job {} ignored: {}",
            item.path("id").asString(""),
            item.path("explanation").asString(""));
      }
    }
    batch.forEach(result -> attempts.forget(result.token));
  }
}
