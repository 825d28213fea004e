package io.taskforge.server.outbound;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the lists of allowed and blocked URLs from the test resources. */
final class TargetLists {
  private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})");

  private TargetLists() {}

  static List<String> blocked() {
    return lines("blocked-targets.txt");
  }

  static List<String> allowed() {
    return lines("allowed-targets.txt");
  }

  private static List<String> lines(String name) {
    try (InputStream in = Objects.requireNonNull(TargetLists.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(TargetLists::unescaped)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String unescaped(String line) {
    return ESCAPE
        .matcher(line)
        .replaceAll(
            found -> {
              String c = Character.toString(Integer.parseInt(found.group(1), 16));
              return Matcher.quoteReplacement(c);
            })
        .replace("\\\\", "\\");
  }
}
