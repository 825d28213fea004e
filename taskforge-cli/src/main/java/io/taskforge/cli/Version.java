package io.taskforge.cli;

import io.taskforge.server.ProgramVersion;
import picocli.CommandLine.IVersionProvider;

/** The program's version, and the Java that runs it. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "taskforge %s, Java %s".formatted(ProgramVersion.get(), System.getProperty("java.version"))
    };
  }
}
