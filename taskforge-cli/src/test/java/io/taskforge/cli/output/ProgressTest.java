package io.taskforge.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.cli.CliRun;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
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
            Map.of(),
            CliRun.CLOCK);
    return new Progress(console, () -> nanos, "moved", 100);
  }

  private void after(double seconds) {
    nanos += (long) (seconds * 1e9);
  }

  @Test
  void a_terminal_gets_one_line_that_is_redrawn() {
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
                + "  50%  50 of 100  52/s\r\u001b[Kmoved "
                + "#".repeat(30)
                + " 100%  100 of 100  51/s");
  }

  @Test
  void output_to_a_pipe_has_occasional_lines_and_none_for_short_work() {
    Progress shortWork = progress(false);
    after(1);
    shortWork.at(50);
    shortWork.end(100);
    assertThat(err.toString()).isEmpty();

    Progress progress = progress(false);
    after(1);
    progress.at(10);
    after(5);
    progress.at(60);

    assertThat(err.toString()).contains("60%  60 of 100  10/s").doesNotContain("\r\u001b");
  }

  @Test
  void the_shown_rate_of_batches_never_exceeds_their_limit() {
    Progress progress = progress(true);

    // 40 immediately and 40 more each second, shown twice a second.
    for (long done : new long[] {0, 40, 40, 80, 80, 120}) {
      progress.at(done);
      after(0.5);
    }
    progress.end(120);

    assertThat(err.toString()).contains("40 of 100\r", "80 of 100  40/s", "120 of 100  40/s");
    assertThat(Pattern.compile("(\\d+)/s").matcher(err.toString()).results())
        .allSatisfy(rate -> assertThat(rate.group(1)).isEqualTo("40"));
  }

  @Test
  void the_shown_rate_of_stalled_work_falls() {
    Progress progress = progress(true);

    after(1);
    progress.at(10);
    after(1);
    progress.at(20);
    after(14);
    progress.at(20);

    assertThat(err.toString()).contains("20 of 100  10/s").endsWith("20 of 100  1/s");
  }
}
