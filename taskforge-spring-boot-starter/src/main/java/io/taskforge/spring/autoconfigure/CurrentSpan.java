package io.taskforge.spring.autoconfigure;

import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import io.taskforge.job.TraceContext;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the current span of a Micrometer tracing bridge; null for an application without one. */
record CurrentSpan(@Nullable Tracer tracer, @Nullable Propagator propagator) {
  /** Returns its W3C trace context; empty if there is no span or another propagation format. */
  Optional<TraceContext> trace() {
    if (tracer == null || propagator == null) {
      return Optional.empty();
    }
    io.micrometer.tracing.TraceContext span = tracer.currentTraceContext().context();
    if (span == null) {
      return Optional.empty();
    }
    Map<String, String> headers = new HashMap<>();
    propagator.inject(span, headers, (carrier, key, value) -> headers.put(key, value));
    return TraceContext.ofHeaders(
        headers.get(TraceContext.TRACEPARENT_HEADER), headers.get(TraceContext.TRACESTATE_HEADER));
  }
}
