package io.taskforge.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.Paint.Style;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ScreenTest {
  private final StringWriter shown = new StringWriter();
  private final AtomicLong nanos = new AtomicLong(42);

  private Screen screen(Charset charset, boolean colours) {
    return new Screen(
        new Console(
            InputStream.nullInputStream(),
            new PrintWriter(shown, true),
            new PrintWriter(shown, true),
            charset,
            colours,
            Console.UNLIMITED,
            Map.of(),
            InstantSource.system()),
        nanos::get);
  }

  @Test
  void each_line_shows_the_elapsed_time_the_story_and_the_event() {
    Screen screen = screen(StandardCharsets.UTF_8, false);
    nanos.addAndGet(Duration.ofMillis(1_250).toNanos());

    screen.happened("flaky", Style.RED, "attempt 1 starts");

    assertThat(shown.toString())
        .isEqualToNormalizingNewlines("  1.3s  flaky          attempt 1 starts\n");
  }

  @Test
  void colours_are_used_only_on_terminals() {
    screen(StandardCharsets.UTF_8, true).happened("flaky", Style.RED, "bad luck");

    assertThat(shown.toString()).contains("\u001b[31mbad luck\u001b[0m");
  }

  @Test
  void characters_that_the_charset_lacks_are_replaced() {
    screen(StandardCharsets.US_ASCII, false).text(Style.PLAIN, "┌─┐\n│ 2 × ±20% │\n└─┘");

    assertThat(shown.toString()).isEqualToNormalizingNewlines("+-+\n| 2 x +/-20% |\n+-+\n");
  }

  @Test
  void nothing_is_shown_after_closing() {
    Screen screen = screen(StandardCharsets.UTF_8, false);
    screen.close();

    screen.headline("too late");

    assertThat(shown.toString()).isEmpty();
  }
}
