package io.taskforge.server.config;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.taskforge.text.PrintableText;

/** Makes logged stack traces printable; see logback.xml. */
public final class PrintableThrowable extends ThrowableProxyConverter {
  @Override
  public String convert(ILoggingEvent event) {
    return PrintableText.replaced(super.convert(event));
  }
}
