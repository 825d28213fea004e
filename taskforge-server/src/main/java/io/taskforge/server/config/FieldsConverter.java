package io.taskforge.server.config;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.taskforge.text.PrintableText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The fields of a log line: those of its thread (MDC) and its own; see logback.xml. */
public final class FieldsConverter extends ClassicConverter {
  @Override
  public String convert(ILoggingEvent event) {
    Map<String, Object> fields = of(event);
    return fields.isEmpty()
        ? ""
        : fields.entrySet().stream()
            .map(field -> PrintableText.oneLine(field.getKey() + "=" + field.getValue()))
            .collect(Collectors.joining(" ", " [", "]"));
  }

  /** Returns the fields in order; a line's own field replaces its thread's. */
  static Map<String, Object> of(ILoggingEvent event) {
    Map<String, Object> fields = new LinkedHashMap<>(event.getMDCPropertyMap());
    if (event.getKeyValuePairs() != null) {
      event.getKeyValuePairs().forEach(pair -> fields.put(pair.key, pair.value));
    }
    return fields;
  }
}
