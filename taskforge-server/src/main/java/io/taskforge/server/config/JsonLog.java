package io.taskforge.server.config;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import io.taskforge.text.PrintableText;
import java.nio.charset.StandardCharsets;
import org.slf4j.LoggerFactory;

/** Log output as JSON lines. */
public final class JsonLog {
  private static final String APPENDER = "STDERR"; // as logback.xml calls it

  private JsonLog() {}

  /** Switches the process's log to JSON. */
  public static void use() {
    use((LoggerContext) LoggerFactory.getILoggerFactory());
  }

  static void use(LoggerContext context) {
    if (context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(APPENDER)
        instanceof ConsoleAppender<ILoggingEvent> console) {
      JsonEncoder encoder = new PrintableJson();
      encoder.setContext(context);
      encoder.start();
      console.stop();
      console.setEncoder(encoder);
      console.start();
    }
  }

  /** Escapes control characters that a terminal would interpret. They only occur within strings. */
  private static final class PrintableJson extends JsonEncoder {
    @Override
    public byte[] encode(ILoggingEvent event) {
      String line = new String(super.encode(event), StandardCharsets.UTF_8).strip();
      return (PrintableText.escaped(line) + "\n").getBytes(StandardCharsets.UTF_8);
    }
  }
}
