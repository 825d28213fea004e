package io.taskforge.cli;

import io.taskforge.cli.output.Console;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.time.InstantSource;
import picocli.CommandLine.Help.Ansi;

/** The program's entry: runs the command line on the process's streams. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Charset outCharset = charset("stdout.encoding");
    Console console =
        new Console(
            System.in,
            writer(System.out, outCharset),
            writer(System.err, charset("stderr.encoding")),
            outCharset,
            Ansi.AUTO.enabled(),
            columns(),
            System.getenv(),
            InstantSource.system());
    int exitCode = TaskForgeCli.run(console, args);
    console.out().flush();
    console.err().flush();
    System.exit(exitCode);
  }

  /** The launcher passes the width of the terminal, because Java can't determine it. */
  private static int columns() {
    int columns = Integer.getInteger("taskforge.columns", 0);
    return columns > 0 ? columns : Console.UNLIMITED;
  }

  private static PrintWriter writer(OutputStream stream, Charset charset) {
    return new PrintWriter(stream, true, charset);
  }

  /** JDK 17 and 18 have one charset for all streams; later JDKs have one for each. */
  private static Charset charset(String property) {
    String name = System.getProperty(property, System.getProperty("native.encoding", "UTF-8"));
    try {
      return Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return StandardCharsets.US_ASCII;
    }
  }
}
