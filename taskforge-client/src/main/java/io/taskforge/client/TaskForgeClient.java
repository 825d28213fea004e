package io.taskforge.client;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.engine.FaultTolerantTracing;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import io.taskforge.job.Payload;
import io.taskforge.job.PayloadCodec;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.TraceContext;
import io.taskforge.json.strict.Json;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.trace.JobTracing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Enqueues jobs over the HTTP API of a server, and builds workers that run them. Thread-safe.
 *
 * <pre>{@code
 * TaskForgeClient client = TaskForgeClient.of("http://127.0.0.1:8080", apiKey);
 * client.enqueue(SEND_MAIL.with(mail).idempotencyKey("order-4711"));
 *
 * try (RemoteWorker worker = client.worker().handler(SEND_MAIL, mailer::send).start()) {
 *   worker.awaitClose();
 * }
 * }</pre>
 *
 * <p>A call that got no answer may have had its effect. Give requests an idempotency key to repeat
 * them safely.
 */
public final class TaskForgeClient {
  private final HttpApi api;
  private final PayloadCodec codec;
  private final JobTracing tracing;

  private TaskForgeClient(HttpApi api, PayloadCodec codec, JobTracing tracing) {
    this.api = api;
    this.codec = codec;
    this.tracing = tracing;
  }

  /**
   * Returns a client of the server at {@code url}, such as {@code http://127.0.0.1:8080}.
   *
   * @param apiKey an API key, or null
   * @throws IllegalArgumentException if the URL or the key is not valid
   */
  public static TaskForgeClient of(String url, @Nullable String apiKey) {
    return new TaskForgeClient(HttpApi.of(url, apiKey), PayloadCodec.jackson(), JobTracing.NONE);
  }

  /** Returns a client that converts payloads and results with {@code payloadCodec}. */
  public TaskForgeClient codec(PayloadCodec payloadCodec) {
    return new TaskForgeClient(api, payloadCodec, tracing);
  }

  /**
   * Returns a client whose workers create a span for each attempt, and whose enqueues continue the
   * trace of the current span. What {@code jobTracing} throws is only logged.
   */
  public TaskForgeClient tracing(JobTracing jobTracing) {
    return new TaskForgeClient(api, codec, new FaultTolerantTracing(jobTracing));
  }

  /** The HTTP API of the server, for every call that this class has no method for. */
  public HttpApi api() {
    return api;
  }

  /** Returns a builder of a worker that runs jobs of the server in this process. */
  public RemoteWorkerBuilder worker() {
    return new RemoteWorkerBuilder(api, codec, tracing);
  }

  /**
   * Enqueues a job; returns when it is durable.
   *
   * @throws ApiException if the server rejects it or does not answer
   */
  public <T> EnqueuedJob enqueue(JobType<T> type, T payload) {
    return enqueue(type.with(payload));
  }

  /**
   * Enqueues a job; returns when it is durable.
   *
   * @throws ApiException if the server rejects it or does not answer
   */
  public EnqueuedJob enqueue(JobRequest request) {
    return enqueueAll(List.of(request)).get(0);
  }

  /**
   * Enqueues several jobs, all or none; returns when they are durable.
   *
   * @throws ApiException if the server rejects them or does not answer
   * @throws IllegalArgumentException if they continue different traces
   */
  public List<EnqueuedJob> enqueueAll(List<JobRequest> requests) {
    if (requests.isEmpty()) {
      return List.of();
    }
    ObjectNode body = Json.object();
    ArrayNode jobs = body.putArray("jobs");
    requests.forEach(request -> jobs.add(json(request)));
    List<EnqueuedJob> enqueued = new ArrayList<>();
    for (JsonNode item : api.post("/jobs/batch", Json.write(body), trace(requests)).path("items")) {
      enqueued.add(
          new EnqueuedJob(
              JobId.parse(item.path("id").asString()), item.path("created").asBoolean()));
    }
    return List.copyOf(enqueued);
  }

  private Map<String, String> trace(List<JobRequest> requests) {
    TraceContext trace = requests.get(0).trace();
    if (requests.stream().anyMatch(request -> !Objects.equals(request.trace(), trace))) {
      throw new IllegalArgumentException("jobs that are enqueued together must have one trace");
    }
    return tracing
        .current()
        .or(() -> Optional.ofNullable(trace))
        .map(TraceContext::headers)
        .orElse(Map.of());
  }

  private ObjectNode json(JobRequest request) {
    ObjectNode json = Json.object().put("type", request.type().value());
    if (request.payload() != null) {
      json.set("payload", Json.read(written(request.payload())));
    }
    putUnless(json, "queue", request.queue(), QueueName.DEFAULT);
    putUnless(json, "tenant", request.tenant(), TenantId.DEFAULT);
    putUnless(json, "guarantee", request.guarantee(), Guarantee.AT_LEAST_ONCE);
    putUnless(json, "delay", request.delay(), Duration.ZERO);
    putUnless(json, "key", request.key(), "");
    Json.put(json, "runAt", request.runAt());
    Json.put(json, "timeout", request.timeout());
    Json.put(json, "deadline", request.deadline());
    Json.put(json, "idempotencyKey", request.idempotencyKey());
    if (request.priority() != 0) {
      json.put("priority", request.priority());
    }
    if (!request.tags().isEmpty()) {
      json.set("tags", Json.of(request.tags()));
    }
    PolicyChoice policy = request.retryPolicy();
    if (policy != null) {
      json.set("retryPolicy", Json.read(RetryPolicyJson.standard().writeChoice(policy)));
    }
    return json;
  }

  private String written(Object payload) {
    return payload instanceof Payload ready
        ? ready.json()
        : new Payload(codec.write(payload)).json();
  }

  private static void putUnless(ObjectNode json, String key, Object value, Object usual) {
    if (!value.equals(usual)) {
      json.put(key, value.toString());
    }
  }
}
