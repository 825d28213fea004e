package io.taskforge.server.config;

import io.taskforge.server.secret.EncryptionKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Checks settings of encryption keys; no message contains a key. */
final class EncryptionSettings {
  private EncryptionSettings() {}

  static String key(String text) {
    if (!text.isEmpty()) {
      EncryptionKeys.of(text, "");
    }
    return text;
  }

  /** Reads the key from a file; empty if no file is set. */
  static String keyInFile(String name) {
    if (name.isEmpty()) {
      return "";
    }
    String key;
    try {
      key = Files.readString(Path.of(name)).strip();
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException("must be a readable file", e);
    }
    if (key.isEmpty()) {
      throw new IllegalArgumentException("must be a file that contains a key but is empty");
    }
    return key(key);
  }
}
