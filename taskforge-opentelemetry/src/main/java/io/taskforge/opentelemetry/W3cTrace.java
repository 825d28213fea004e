package io.taskforge.opentelemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.taskforge.job.TraceContext;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts between spans and the trace context of jobs. */
final class W3cTrace {
  private static final TextMapGetter<Map<String, String>> HEADERS =
      (carrier, key) -> carrier == null ? null : carrier.get(key);

  private W3cTrace() {}

  /** Returns the context of a span; null if there is neither an SDK nor a parent. */
  static @Nullable TraceContext of(Span span) {
    Map<String, String> headers = new HashMap<>();
    W3CTraceContextPropagator.getInstance()
        .inject(
            Context.root().with(span), headers, (carrier, key, value) -> headers.put(key, value));
    return TraceContext.ofHeaders(
            headers.get(TraceContext.TRACEPARENT_HEADER),
            headers.get(TraceContext.TRACESTATE_HEADER))
        .orElse(null);
  }

  /** Returns a context whose span is {@code trace}; a context without a span for null. */
  static Context context(@Nullable TraceContext trace) {
    return trace == null
        ? Context.root()
        : W3CTraceContextPropagator.getInstance().extract(Context.root(), trace.headers(), HEADERS);
  }
}
