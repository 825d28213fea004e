package io.taskforge.server.dashboard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The dashboard's source files. */
final class Sources {
  private static final Path ROOT = Path.of("src/main/resources/io/taskforge/server/dashboard");

  private Sources() {}

  /** Returns every file's text by its path. */
  static Map<String, String> all() {
    try (Stream<Path> files = Files.walk(ROOT)) {
      Map<String, String> texts = new TreeMap<>();
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        texts.put(ROOT.relativize(file).toString().replace('\\', '/'), Files.readString(file));
      }
      return texts;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the text of one file. */
  static String text(String file) {
    String text = all().get(file);
    if (text == null) {
      throw new IllegalArgumentException("the dashboard has no " + file);
    }
    return text;
  }

  /** Returns the text of every script by its path. */
  static Map<String, String> scripts() {
    Map<String, String> scripts = new TreeMap<>(all());
    scripts.keySet().removeIf(name -> !name.endsWith(".js"));
    return scripts;
  }
}
