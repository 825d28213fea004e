package io.taskforge.server.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Map;

/**
 * What a command reads from and writes to.
 *
 * @param in what {@code -} stands for
 * @param out results
 * @param err errors
 * @param charset what {@code out} can show
 * @param colours whether {@code out} and {@code err} are terminals that may be coloured
 * @param environment the process's variables
 */
public record Console(
    InputStream in,
    PrintWriter out,
    PrintWriter err,
    Charset charset,
    boolean colours,
    Map<String, String> environment) {
  Glyphs glyphs() {
    return Glyphs.in(charset);
  }
}
