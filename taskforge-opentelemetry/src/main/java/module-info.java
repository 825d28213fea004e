/** Spans for enqueues and attempts, with the OpenTelemetry API. */
module io.taskforge.opentelemetry {
  requires transitive io.taskforge.core;
  requires transitive io.opentelemetry.api;
  requires io.opentelemetry.context;

  exports io.taskforge.opentelemetry;
}
