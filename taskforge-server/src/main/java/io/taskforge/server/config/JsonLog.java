package io.taskforge.server.config;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.EncoderBase;
import io.taskforge.json.strict.Json;
import io.taskforge.text.PrintableText;
import java.nio.charset.StandardCharsets;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Log output as JSON lines: one flat object per line, with the message filled in and each field as
 * a key of the object.
 */
public final class JsonLog extends EncoderBase<ILoggingEvent> {
  private static final String APPENDER = "STDERR"; // as logback.xml calls it
  private static final byte[] NOTHING = {};

  private JsonLog() {}

  /** Switches the process's log to JSON. */
  public static void use() {
    use((LoggerContext) LoggerFactory.getILoggerFactory());
  }

  static void use(LoggerContext context) {
    if (context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(APPENDER)
        instanceof ConsoleAppender<ILoggingEvent> console) {
      JsonLog encoder = new JsonLog();
      encoder.setContext(context);
      encoder.start();
      console.stop();
      console.setEncoder(encoder);
      console.start();
    }
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    ObjectNode line =
        Json.object()
            .put("time", event.getInstant().toString())
            .put("level", event.getLevel().toString())
            .put("logger", event.getLoggerName())
            .put("thread", event.getThreadName())
            .put("message", event.getFormattedMessage());
    FieldsConverter.of(event)
        .forEach(
            (key, value) -> {
              if (value instanceof Number || value instanceof Boolean) {
                line.set(key, Json.of(value));
              } else {
                line.put(key, String.valueOf(value));
              }
            });
    if (event.getThrowableProxy() != null) {
      line.put("stackTrace", ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
    // Control characters that a terminal would interpret only occur within strings.
    String json = PrintableText.escaped(Json.write(line));
    return (json + "\n").getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }
}
