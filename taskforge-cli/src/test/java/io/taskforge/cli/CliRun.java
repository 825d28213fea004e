package io.taskforge.cli;

import io.taskforge.cli.output.Console;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;

/** The result of a command that ran in this process. */
public record CliRun(int exitCode, String out, String err) {
  /** The clock of every run. */
  public static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2030-01-31T12:00:00Z"));

  /** Runs a command with empty standard input. */
  public static CliRun of(String... args) {
    return with(InputStream.nullInputStream(), StandardCharsets.UTF_8, false, args);
  }

  /** Runs a command with {@code input} on its standard input. */
  public static CliRun reading(String input, String... args) {
    return with(
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
        StandardCharsets.UTF_8,
        false,
        args);
  }

  /** Parses arguments without running the command; throws if they are invalid. */
  public static void parse(String... args) {
    Commands.root().parseArgs(args);
  }

  /** Returns the names of the top-level commands. */
  public static Set<String> commandNames() {
    return Commands.root().getSubcommands().keySet();
  }

  /** Runs a command whose output is a terminal of this width. */
  static CliRun onTerminal(int width, String... args) {
    return with(
        InputStream.nullInputStream(), StandardCharsets.UTF_8, false, width, Map.of(), args);
  }

  /** Runs a command with these environment variables. */
  static CliRun inEnvironment(Map<String, String> environment, String... args) {
    return with(
        InputStream.nullInputStream(),
        StandardCharsets.UTF_8,
        false,
        Console.UNLIMITED,
        environment,
        args);
  }

  static CliRun with(InputStream in, Charset charset, boolean colours, String... args) {
    return with(in, charset, colours, Console.UNLIMITED, Map.of(), args);
  }

  private static CliRun with(
      InputStream in,
      Charset charset,
      boolean colours,
      int width,
      Map<String, String> environment,
      String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Console console =
        new Console(
            in,
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            charset,
            colours,
            width,
            environment,
            CLOCK);
    int exitCode = TaskForgeCli.run(console, args);
    return new CliRun(exitCode, out.toString(), err.toString());
  }
}
