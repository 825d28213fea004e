package io.taskforge.spring.autoconfigure;

import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import io.taskforge.job.TraceContext;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The current span of a Micrometer tracing bridge. */
record BridgedSpan(Tracer tracer, Propagator propagator) implements CurrentSpan {
  /** Also empty if the bridge propagates another format. */
  @Override
  public Optional<TraceContext> trace() {
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
