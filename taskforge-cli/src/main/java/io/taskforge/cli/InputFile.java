package io.taskforge.cli;

import io.taskforge.cli.client.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A file that an argument names, or standard input for the name {@code -}. */
record InputFile(String name, InputStream standardInput) {
  static final String STANDARD_INPUT = "-";

  boolean exists() {
    try {
      return isStandardInput() || (!name.isEmpty() && Files.exists(Path.of(name)));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private boolean isStandardInput() {
    return name.equals(STANDARD_INPUT);
  }

  InputStream open() throws IOException {
    if (!exists()) {
      throw CommandFailure.notFound("no such file: '" + name + "'");
    }
    if (isStandardInput()) {
      return standardInput;
    }
    if (Files.isDirectory(Path.of(name))) {
      throw CommandFailure.notFound(name + " is a directory, not a file");
    }
    return Files.newInputStream(Path.of(name));
  }

  /**
   * Returns the text, or fails with one line that says why there is none.
   *
   * @param prefix of that line
   * @param tooLong the end of that line if the file has more than {@code maxBytes}
   */
  String text(String prefix, int maxBytes, String tooLong) {
    try (InputStream in = open()) {
      byte[] bytes = in.readNBytes(maxBytes + 1);
      if (bytes.length > maxBytes) {
        throw CommandFailure.invalid(prefix + shown() + " is longer than " + tooLong);
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw CommandFailure.invalid(prefix + shown() + " is not UTF-8 text");
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  CommandFailure unreadable(IOException e) {
    String why = e instanceof AccessDeniedException ? "permission denied" : e.getMessage();
    return CommandFailure.notFound(shown() + " can't be read: " + why);
  }

  String shown() {
    return isStandardInput() ? "standard input" : name;
  }
}
