package io.taskforge.server.config;

import io.taskforge.server.secret.EncryptionKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** How the settings of encryption keys are read; no message repeats a key. */
final class EncryptionSettings {
  static final Setting<String> KEY =
      new Setting<>(
          "encryptionKey",
          "",
          "32 bytes in base64 that seal stored secrets",
          EncryptionSettings::one);
  static final Setting<String> FILE =
      new Setting<>("encryptionKeyFile", "", "a file with that key", EncryptionSettings::inFile);
  static final Setting<EncryptionKeys> OLD_KEYS =
      new Setting<>(
          "encryptionOldKeys",
          "",
          "earlier keys, commas between, that still open secrets",
          EncryptionKeys::several);

  private EncryptionSettings() {}

  private static String one(String text) {
    if (!text.isEmpty()) {
      EncryptionKeys.of(text, "");
    }
    return text;
  }

  /** Returns the key that stands in a file; empty if none is named. */
  private static String inFile(String name) {
    if (name.isEmpty()) {
      return "";
    }
    String key;
    try {
      key = Files.readString(Path.of(name)).strip();
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException("must be a file that can be read", e);
    }
    if (key.isEmpty()) {
      throw new IllegalArgumentException("must be a file with a key, and is empty");
    }
    return one(key);
  }
}
