package io.taskforge.cli.demo;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Where the demo is shown, line by line; silent once it is closed. Thread-safe. */
public final class Screen implements AutoCloseable {
  private static final int NAME_WIDTH = 15;
  private static final String BEYOND_ASCII = "┌┬┐├┼┤└┴┘─│×±…";

  private final PrintWriter out;
  private final boolean colours;
  private final boolean unicode;
  private final LongSupplier ticker;
  private final long start;
  private boolean closed; // guarded by this

  /**
   * Makes a screen whose time begins now.
   *
   * @param charset what {@code out} can show
   * @param colours whether it is a terminal that may be coloured
   * @param ticker a monotonic clock in nanoseconds
   */
  public Screen(PrintWriter out, Charset charset, boolean colours, LongSupplier ticker) {
    this.out = out;
    this.colours = colours;
    this.unicode = charset.canEncode() && charset.newEncoder().canEncode(BEYOND_ASCII);
    this.ticker = ticker;
    this.start = ticker.getAsLong();
  }

  /** How long it has been there. */
  Duration elapsed() {
    return Duration.ofNanos(ticker.getAsLong() - start);
  }

  /** Shows something that happened in a story, now. */
  void happened(String story, Paint paint, String text) {
    String time = String.format(Locale.ROOT, "%5.1fs", elapsed().toMillis() / 1_000.0);
    String name = String.format(Locale.ROOT, "%-" + NAME_WIDTH + "s", story);
    line(painted(Paint.FAINT, time) + "  " + painted(Paint.BOLD, name) + painted(paint, text));
  }

  /** Shows a headline, with space above. */
  void headline(String text) {
    line("");
    line(painted(Paint.BOLD, text));
  }

  /** Shows text of one or more lines. */
  void text(Paint paint, String text) {
    text.lines().forEach(each -> line(painted(paint, each)));
  }

  private String painted(Paint paint, String text) {
    return colours ? paint.on(text) : text;
  }

  private synchronized void line(String text) {
    if (!closed) {
      out.println(unicode ? text : ascii(text));
      out.flush();
    }
  }

  private static String ascii(String text) {
    return text.replace('─', '-')
        .replace('│', '|')
        .replaceAll("[┌┬┐├┼┤└┴┘]", "+")
        .replace('×', 'x')
        .replace("±", "+/-")
        .replace("…", "...");
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
