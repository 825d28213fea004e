package io.taskforge.spring.autoconfigure;

import io.taskforge.job.TraceContext;
import java.util.Optional;

/** Reads the W3C trace context of the current span. */
@FunctionalInterface
interface CurrentSpan {
  /** Of an application without a tracing bridge. */
  CurrentSpan NONE = Optional::empty;

  /** Returns it; empty if there is no span. */
  Optional<TraceContext> trace();
}
