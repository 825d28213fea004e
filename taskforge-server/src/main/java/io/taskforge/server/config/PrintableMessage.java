package io.taskforge.server.config;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.taskforge.text.PrintableText;

/** Makes log messages single-line and printable (prevents log injection); see logback.xml. */
public final class PrintableMessage extends MessageConverter {
  @Override
  public String convert(ILoggingEvent event) {
    return PrintableText.oneLine(super.convert(event));
  }
}
