/** Spans for enqueues and attempts, with the OpenTelemetry API. */
@NullMarked
package io.taskforge.opentelemetry;

import org.jspecify.annotations.NullMarked;
