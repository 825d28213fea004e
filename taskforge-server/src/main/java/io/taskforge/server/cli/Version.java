package io.taskforge.server.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote down, and the Java that runs it. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    Properties properties = new Properties();
    try (InputStream in =
        Objects.requireNonNull(Version.class.getResourceAsStream("version.properties"))) {
      properties.load(in);
    }
    return new String[] {
      "taskforge %s, Java %s"
          .formatted(properties.getProperty("version"), System.getProperty("java.version"))
    };
  }
}
