package io.taskforge.client;

import io.taskforge.client.RemoteWorkerBuilder.Config;
import io.taskforge.engine.loop.Turn;
import io.taskforge.json.strict.Json;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Claims as many due jobs as there are free places, in one call. */
final class ClaimJobs implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(ClaimJobs.class);

  private final Config config;
  private final Attempts attempts;
  private final Consumer<Attempt> start;
  private final Consumer<String> onMode;
  private final CallBackoff backoff;

  ClaimJobs(Config config, Attempts attempts, Consumer<Attempt> start, Consumer<String> onMode) {
    this.config = config;
    this.attempts = attempts;
    this.start = start;
    this.onMode = onMode;
    this.backoff = new CallBackoff(config.environment());
  }

  @Override
  public Duration turn() {
    int free = attempts.free();
    if (free < 1) {
      return config.pollInterval();
    }
    Duration left = backoff.left();
    if (!left.isZero()) {
      return left;
    }
    try {
      JsonNode answer = config.api().post("/claims", claim(free), Map.of());
      backoff.reset();
      JsonNode items = answer.path("items");
      for (JsonNode item : items) {
        start.accept(new Attempt(item, config.api(), config.environment().ticker()));
      }
      onMode.accept(answer.path("mode").asString(""));
      return items.size() == free ? Duration.ZERO : config.pollInterval();
    } catch (ApiException e) {
      Duration pause = backoff.after(e);
      LOG.warn("claim failed, will retry in {} ms: {}", pause.toMillis(), e.getMessage());
      return pause;
    }
  }

  private String claim(int limit) {
    ObjectNode json = Json.object().put("worker", config.name().value()).put("limit", limit);
    json.set("queues", Json.of(config.queues()));
    json.set(
        "types", Json.of(config.handlers().keySet().stream().map(type -> type.value()).toList()));
    json.put("lease", config.lease().toString());
    Json.put(json, "version", config.version());
    Json.put(json, "tenant", config.tenant());
    return Json.write(json);
  }
}
