package io.taskforge.client;

import io.taskforge.client.RemoteWorkerBuilder.Config;
import io.taskforge.engine.loop.StoreBackoff;
import io.taskforge.engine.loop.Turn;
import io.taskforge.job.WorkerMode;
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
  private final Consumer<WorkerMode> onMode;
  private final StoreBackoff backoff;

  ClaimJobs(
      Config config, Attempts attempts, Consumer<Attempt> start, Consumer<WorkerMode> onMode) {
    this.config = config;
    this.attempts = attempts;
    this.start = start;
    this.onMode = onMode;
    this.backoff = new StoreBackoff(config.environment().random());
  }

  @Override
  public Duration turn() {
    int free = attempts.free();
    if (free < 1) {
      return config.pollInterval();
    }
    try {
      JsonNode answer =
          Json.read(config.api().send("POST", "/claims", claim(free), Map.of()).body());
      backoff.reset();
      JsonNode items = answer.path("items");
      for (JsonNode item : items) {
        start.accept(new Attempt(item, config.api(), config.environment().ticker()));
      }
      onMode.accept(WorkerMode.valueOf(answer.path("mode").asString("ACTIVE")));
      return items.size() == free ? Duration.ZERO : config.pollInterval();
    } catch (ApiException e) {
      Duration pause = longer(backoff.next(), e);
      LOG.warn("claim failed, will retry in {} ms: {}", pause.toMillis(), e.getMessage());
      return pause;
    }
  }

  private static Duration longer(Duration pause, ApiException e) {
    Duration asked = e.retryAfter();
    return asked == null || asked.compareTo(pause) < 0 ? pause : asked;
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
