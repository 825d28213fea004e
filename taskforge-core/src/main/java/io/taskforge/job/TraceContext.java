package io.taskforge.job;

import io.taskforge.text.BoundedText;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A W3C trace context: the span of a distributed trace that a job, or a call that its handler
 * makes, continues.
 *
 * @param traceparent the value of the header {@code traceparent}
 * @param tracestate the value of the header {@code tracestate}; empty for none
 */
public record TraceContext(String traceparent, String tracestate) {
  public static final String TRACEPARENT_HEADER = "traceparent";
  public static final String TRACESTATE_HEADER = "tracestate";

  private static final int MAX_TRACESTATE = 512;
  private static final int MAX_SHOWN = 100;
  private static final Pattern TRACEPARENT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");
  // A later version of the specification may append fields, which version 00 ignores.
  private static final Pattern LATER = Pattern.compile("(?!00|ff)[0-9a-f]{2}(-.{52})(?:-.*)?");
  private static final Pattern TRACESTATE = Pattern.compile("[\\x20-\\x7e\\t]*");

  public TraceContext {
    if (!TRACEPARENT.matcher(traceparent).matches()) {
      throw new IllegalArgumentException(
          "traceparent must be a W3C traceparent such as"
              + " 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 but was '"
              + BoundedText.of(traceparent, MAX_SHOWN)
              + "'");
    }
    if (!isTracestate(tracestate)) {
      throw new IllegalArgumentException(
          "tracestate must be at most %d printable ASCII characters but had %d characters"
              .formatted(MAX_TRACESTATE, tracestate.length()));
    }
  }

  private static boolean isTracestate(String text) {
    return text.length() <= MAX_TRACESTATE && TRACESTATE.matcher(text).matches();
  }

  /**
   * Reads the headers of a request. As the specification demands, an invalid {@code traceparent} is
   * ignored, and so is a {@code tracestate} that is invalid or too long.
   */
  public static Optional<TraceContext> ofHeaders(
      @Nullable String traceparent, @Nullable String tracestate) {
    String given = traceparent == null ? "" : traceparent.strip();
    Matcher later = LATER.matcher(given);
    String parent = later.matches() ? "00" + later.group(1) : given;
    String state = tracestate == null ? "" : tracestate.strip();
    return TRACEPARENT.matcher(parent).matches()
        ? Optional.of(new TraceContext(parent, isTracestate(state) ? state : ""))
        : Optional.empty();
  }

  /** Reads what {@link #toString} has written. */
  public static TraceContext parse(String text) {
    int space = text.indexOf(' ');
    return space < 0
        ? new TraceContext(text, "")
        : new TraceContext(text.substring(0, space), text.substring(space + 1));
  }

  /** The headers for a call that continues the trace. */
  public Map<String, String> headers() {
    return tracestate.isEmpty()
        ? Map.of(TRACEPARENT_HEADER, traceparent)
        : Map.of(TRACEPARENT_HEADER, traceparent, TRACESTATE_HEADER, tracestate);
  }

  /** Both values as one text, for stores. */
  @Override
  public String toString() {
    return tracestate.isEmpty() ? traceparent : traceparent + " " + tracestate;
  }
}
