package io.taskforge.server.config;

import io.taskforge.server.secret.EncryptionKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The settings of encryption keys; no message contains a key. */
final class EncryptionSettings {
  static final Setting<String> KEY =
      new Setting<>(
          "encryptionKey",
          "",
          "key for stored secrets: 32 bytes in base64",
          EncryptionSettings::one);
  static final Setting<String> FILE =
      new Setting<>(
          "encryptionKeyFile", "", "file that contains that key", EncryptionSettings::inFile);
  static final Setting<EncryptionKeys> OLD_KEYS =
      new Setting<>(
          "encryptionOldKeys",
          "",
          "comma-separated old keys, for decryption only",
          EncryptionKeys::several);

  private EncryptionSettings() {}

  private static String one(String text) {
    if (!text.isEmpty()) {
      EncryptionKeys.of(text, "");
    }
    return text;
  }

  /** Reads the key from a file; empty if no file is set. */
  private static String inFile(String name) {
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
    return one(key);
  }
}
