package io.taskforge.opentelemetry;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.taskforge.job.AttemptEnd;
import io.taskforge.job.Enqueued;
import io.taskforge.job.NewJob;
import io.taskforge.job.TraceContext;
import io.taskforge.trace.JobTracing;
import io.taskforge.trace.TracedAttempt;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Creates OpenTelemetry spans by the semantic conventions for messaging: a producer span for each
 * enqueue, and for each attempt a consumer span that is a child of the enqueue and linked to it. An
 * attempt that fails has the reason and the delay of its retry. Thread-safe.
 *
 * <pre>{@code
 * TaskForge.builder().store(store).tracing(OpenTelemetryTracing.of(openTelemetry))
 * }</pre>
 */
public final class OpenTelemetryTracing implements JobTracing {
  private static final String SCOPE = "io.taskforge";

  private final Tracer tracer;

  private OpenTelemetryTracing(Tracer tracer) {
    this.tracer = tracer;
  }

  /** Returns tracing that creates spans with the tracer of {@code openTelemetry}. */
  public static JobTracing of(OpenTelemetry openTelemetry) {
    return new OpenTelemetryTracing(openTelemetry.getTracer(SCOPE));
  }

  /**
   * Uses {@link GlobalOpenTelemetry}, which the OpenTelemetry Java agent provides; returns {@link
   * JobTracing#NONE} if there is none.
   */
  public static JobTracing global() {
    Tracer tracer = GlobalOpenTelemetry.get().getTracer(SCOPE);
    boolean noop = tracer == OpenTelemetry.noop().getTracer(SCOPE);
    return noop ? NONE : new OpenTelemetryTracing(tracer);
  }

  @Override
  @SuppressWarnings("try") // the scope ends with the block
  public List<Enqueued> send(List<NewJob> jobs, Function<List<NewJob>, List<Enqueued>> store) {
    Span span = start(MessagingSpan.send(jobs), SpanKind.PRODUCER, parent(jobs.get(0)));
    try (Scope ignored = span.makeCurrent()) {
      TraceContext trace = W3cTrace.of(span);
      List<Enqueued> answers =
          store.apply(trace == null ? jobs : jobs.stream().map(job -> job.trace(trace)).toList());
      MessagingSpan.sent(span, answers);
      return answers;
    } catch (RuntimeException | Error e) {
      span.setStatus(StatusCode.ERROR);
      span.recordException(e);
      span.setAttribute(MessagingSpan.ERROR_TYPE, e.getClass().getName());
      throw e;
    } finally {
      span.end();
    }
  }

  /** The current span, or else the trace that the caller has named. */
  private static Context parent(NewJob job) {
    Context current = Context.current();
    return Span.fromContext(current).getSpanContext().isValid()
        ? current
        : W3cTrace.context(job.trace());
  }

  @Override
  @SuppressWarnings("try") // the scope ends with the block
  public <E extends AttemptEnd> E process(TracedAttempt job, Processing<E> attempt) {
    Span span = start(MessagingSpan.process(job), SpanKind.CONSUMER, W3cTrace.context(job.trace()));
    try (Scope ignored = span.makeCurrent()) {
      E end = attempt.run(W3cTrace.of(span));
      MessagingSpan.ended(span, end);
      return end;
    } finally {
      span.end();
    }
  }

  @Override
  public Optional<TraceContext> current() {
    return Optional.ofNullable(W3cTrace.of(Span.current()));
  }

  private Span start(MessagingSpan span, SpanKind kind, Context parent) {
    SpanBuilder builder =
        tracer
            .spanBuilder(span.name())
            .setSpanKind(kind)
            .setParent(parent)
            .setAllAttributes(span.attributes());
    if (kind == SpanKind.CONSUMER && Span.fromContext(parent).getSpanContext().isValid()) {
      builder.addLink(Span.fromContext(parent).getSpanContext());
    }
    return builder.startSpan();
  }
}
