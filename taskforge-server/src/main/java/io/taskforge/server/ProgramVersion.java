package io.taskforge.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The version of this build. */
public final class ProgramVersion {
  private ProgramVersion() {}

  public static String get() {
    Properties properties = new Properties();
    try (InputStream in =
        Objects.requireNonNull(ProgramVersion.class.getResourceAsStream("version.properties"))) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("version.properties is unreadable", e);
    }
    return properties.getProperty("version");
  }
}
