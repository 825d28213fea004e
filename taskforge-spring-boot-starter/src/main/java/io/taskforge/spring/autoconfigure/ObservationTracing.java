package io.taskforge.spring.autoconfigure;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import io.taskforge.failure.Failure;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.job.AttemptEnd;
import io.taskforge.job.Enqueued;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.TraceContext;
import io.taskforge.job.Verdict;
import io.taskforge.metrics.TagValues;
import io.taskforge.trace.JobTracing;
import io.taskforge.trace.TracedAttempt;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Observes enqueues and attempts with Micrometer, whose tracing bridge makes spans of them. The
 * trace is stored with the job if the bridge propagates W3C trace context, as it does by default.
 */
final class ObservationTracing implements JobTracing {
  private static final String ID = "messaging.message.id";

  private final ObservationRegistry registry;
  private final CurrentSpan span;
  private final TagValues queues = new TagValues();
  private final TagValues types = new TagValues();

  ObservationTracing(ObservationRegistry registry, CurrentSpan span) {
    this.registry = registry;
    this.span = span;
  }

  @Override
  @SuppressWarnings("try") // the scope ends with the block
  public List<Enqueued> send(List<NewJob> jobs, Function<List<NewJob>, List<Enqueued>> store) {
    Map<String, String> headers = new HashMap<>();
    SenderContext<Map<String, String>> context =
        new SenderContext<>((carrier, key, value) -> headers.put(key, value), Kind.PRODUCER);
    context.setCarrier(headers);
    boolean continued = registry.getCurrentObservation() != null;
    Observation observation =
        started("send", context, jobs.stream().map(NewJob::identity).toList());
    if (jobs.size() > 1) {
      observation.highCardinalityKeyValue(
          "messaging.batch.message_count", Integer.toString(jobs.size()));
    }
    try (Observation.Scope ignored = observation.openScope()) {
      List<NewJob> traced =
          TraceContext.ofHeaders(
                  headers.get(TraceContext.TRACEPARENT_HEADER),
                  headers.get(TraceContext.TRACESTATE_HEADER))
              .map(
                  trace ->
                      jobs.stream()
                          // Without a current observation, the trace that the caller has named.
                          .map(job -> continued || job.trace() == null ? job.trace(trace) : job)
                          .toList())
              .orElse(jobs);
      List<Enqueued> answers = store.apply(traced);
      if (answers.size() == 1) {
        observation.highCardinalityKeyValue(ID, answers.get(0).id().toString());
        observation.highCardinalityKeyValue(
            "taskforge.job.created", Boolean.toString(answers.get(0).created()));
      }
      return answers;
    } catch (RuntimeException | Error e) {
      observation.error(e);
      throw e;
    } finally {
      observation.stop();
    }
  }

  @Override
  @SuppressWarnings("try") // the scope ends with the block
  public <E extends AttemptEnd> E process(TracedAttempt job, Processing<E> attempt) {
    ReceiverContext<Map<String, String>> context =
        new ReceiverContext<>((carrier, key) -> carrier.get(key), Kind.CONSUMER);
    context.setCarrier(job.trace() == null ? Map.of() : job.trace().headers());
    Observation observation = started("process", context, List.of(job.job()));
    observation.highCardinalityKeyValue(ID, job.job().id().toString());
    observation.highCardinalityKeyValue("taskforge.attempt", Integer.toString(job.attempt()));
    try (Observation.Scope ignored = observation.openScope()) {
      E end = attempt.run(span.trace().orElse(job.trace()));
      ended(observation, end);
      return end;
    } finally {
      observation.stop();
    }
  }

  @Override
  public Optional<TraceContext> current() {
    return span.trace();
  }

  /** Names what all jobs have in common. */
  private Observation started(
      String operation, Observation.Context context, List<JobIdentity> jobs) {
    TenantId tenant = common(jobs, JobIdentity::tenant);
    QueueName queue = common(jobs, JobIdentity::queue);
    JobTypeName type = common(jobs, JobIdentity::type);
    Observation observation =
        Observation.createNotStarted("taskforge." + operation, () -> context, registry)
            .contextualName(queue == null ? operation : operation + " " + queue)
            .lowCardinalityKeyValue("messaging.system", "taskforge")
            .lowCardinalityKeyValue("messaging.operation.name", operation)
            .lowCardinalityKeyValue("messaging.operation.type", operation);
    tag(observation, "messaging.destination.name", queue, queues, tenant);
    tag(observation, "taskforge.job.type", type, types, tenant);
    if (tenant != null) {
      observation.highCardinalityKeyValue("taskforge.tenant", tenant.value());
    }
    return observation.start();
  }

  /**
   * Adds a value that metrics limit and spans do not: of two equal keys, spans have the second.
   * Metrics of one name must have the same tags, so the tag is never missing.
   */
  private static void tag(
      Observation observation,
      String key,
      @Nullable Object value,
      TagValues known,
      @Nullable TenantId tenant) {
    if (value == null) {
      observation.lowCardinalityKeyValue(key, KeyValue.NONE_VALUE);
      return;
    }
    String limited = known.of(tenant, value.toString());
    observation.lowCardinalityKeyValue(key, limited);
    if (!limited.equals(value.toString())) {
      observation.highCardinalityKeyValue(key, value.toString());
    }
  }

  /** The value that all jobs have; null if they differ. */
  private static <T> @Nullable T common(List<JobIdentity> jobs, Function<JobIdentity, T> property) {
    T first = property.apply(jobs.get(0));
    return jobs.stream().allMatch(job -> property.apply(job).equals(first)) ? first : null;
  }

  private static void ended(Observation observation, AttemptEnd end) {
    observation.highCardinalityKeyValue("taskforge.attempt.status", end.status().name());
    if (end.state() != null) {
      observation.highCardinalityKeyValue("taskforge.job.state", end.state().name());
    }
    Failure failure = end.failure();
    if (failure != null) {
      observation.highCardinalityKeyValue("error.type", failure.type().name());
      observation.error(HandlerFailure.of(failure.type(), failure.message()));
    }
    if (!end.explanation().isEmpty()) {
      observation.highCardinalityKeyValue("taskforge.reason", end.explanation());
    }
    if (end.next() instanceof Verdict.RunAgain again) {
      observation.highCardinalityKeyValue(
          "taskforge.retry.delay_ms", Long.toString(again.delay().toMillis()));
      observation.event(Observation.Event.of("taskforge.retry"));
    }
    if (end.next() instanceof Verdict.DeadLetterTo dead) {
      observation.highCardinalityKeyValue("taskforge.dead_letter.queue", dead.queue().value());
      observation.event(Observation.Event.of("taskforge.dead_letter"));
    }
  }
}
