package io.taskforge.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final StringWriter err = new StringWriter();
  private long nanos;

  private Progress progress(boolean terminal) {
    Console console =
        new Console(
            InputStream.nullInputStream(),
            new PrintWriter(new StringWriter()),
            new PrintWriter(err, true),
            StandardCharsets.US_ASCII,
            terminal,
            Console.UNLIMITED,
            Map.of());
    return new Progress(console, () -> nanos, "moved", 100);
  }

  private void after(double seconds) {
    nanos += (long) (seconds * 1e9);
  }

  @Test
  void a_terminal_gets_one_line_that_is_drawn_anew() {
    Progress progress = progress(true);

    after(0.05);
    progress.at(1);
    assertThat(err.toString()).isEmpty();
    after(0.95);
    progress.at(50);
    after(1);
    progress.end(100);

    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "\r\u001b[Kmoved "
                + "#".repeat(15)
                + "-".repeat(15)
                + "  50%  50 of 100  50/s\r\u001b[Kmoved "
                + "#".repeat(30)
                + " 100%  100 of 100  50/s");
  }

  @Test
  void a_pipe_gets_a_line_now_and_then_and_nothing_for_short_work() {
    Progress shortWork = progress(false);
    after(1);
    shortWork.at(50);
    shortWork.end(100);
    assertThat(err.toString()).isEmpty();

    Progress progress = progress(false);
    after(6);
    progress.at(60);

    assertThat(err.toString()).contains("60%  60 of 100  10/s").doesNotContain("\r\u001b");
  }
}
