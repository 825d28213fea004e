package io.taskforge.cli.output;

import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.InstantSource;
import java.util.Map;

/**
 * What a command reads from and writes to.
 *
 * @param in what {@code -} stands for
 * @param out results
 * @param err errors
 * @param charset what {@code out} can show
 * @param colours whether {@code out} and {@code err} are terminals that may be coloured
 * @param width the columns of the terminal that {@code out} is; {@link #UNLIMITED} for a file, a
 *     pipe, or a terminal of unknown width
 * @param environment the process's variables
 * @param clock the time of day
 */
public record Console(
    InputStream in,
    PrintWriter out,
    PrintWriter err,
    Charset charset,
    boolean colours,
    int width,
    Map<String, String> environment,
    InstantSource clock) {
  /** The width of what is not a terminal: no line is too long for it. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  public Glyphs glyphs() {
    return Glyphs.in(charset);
  }

  public boolean isTerminal() {
    return width < UNLIMITED;
  }
}
