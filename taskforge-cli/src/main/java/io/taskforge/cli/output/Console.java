package io.taskforge.cli.output;

import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.InstantSource;
import java.util.Map;

/**
 * The streams, terminal and environment of a command.
 *
 * @param in standard input, for the argument {@code -}
 * @param out results
 * @param err errors
 * @param charset of {@code out}
 * @param colours whether {@code out} and {@code err} are terminals that may be coloured
 * @param width the columns of the terminal that {@code out} is; {@link #UNLIMITED} for a file, a
 *     pipe, or a terminal of unknown width
 * @param environment the environment variables
 * @param clock the wall clock
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
  /** The width of an output that is not a terminal. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  public Glyphs glyphs() {
    return Glyphs.in(charset);
  }

  public boolean isTerminal() {
    return width < UNLIMITED;
  }
}
