package io.taskforge.server.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.ConsoleAppender;
import io.taskforge.server.http.Json;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

class JsonLogTest {
  @Test
  void a_line_is_one_json_object_with_its_fields() throws Exception {
    LoggerContext context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(Objects.requireNonNull(JsonLog.class.getResource("/logback.xml")));
    Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);

    JsonLog.use(context);

    ConsoleAppender<ILoggingEvent> console =
        (ConsoleAppender<ILoggingEvent>) root.getAppender("STDERR");
    LoggingEvent event =
        new LoggingEvent("here", root, Level.INFO, "job {} failed", null, new Object[] {42});
    event.setKeyValuePairs(List.of(new KeyValuePair("jobId", "42")));
    String line = new String(console.getEncoder().encode(event), UTF_8);
    assertThat(line.lines()).hasSize(1);
    assertThat(Json.read(line).toString()).contains("jobId").contains("failed");
    context.stop();
  }
}
