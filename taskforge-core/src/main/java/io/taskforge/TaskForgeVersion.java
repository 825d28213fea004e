package io.taskforge;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The version of TaskForge itself, which workers announce unless they are given another one. */
public final class TaskForgeVersion {
  private static final String VERSION = read();

  private TaskForgeVersion() {}

  /** Returns the version, such as {@code 0.1.0}. */
  public static String get() {
    return VERSION;
  }

  /** Returns what the host of a worker ends with, such as {@code TaskForge 0.1.0}. */
  public static String named() {
    return "TaskForge " + VERSION;
  }

  private static String read() {
    Properties properties = new Properties();
    try (InputStream in =
        Objects.requireNonNull(TaskForgeVersion.class.getResourceAsStream("version.properties"))) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("version.properties is unreadable", e);
    }
    return Objects.requireNonNull(properties.getProperty("version"));
  }
}
