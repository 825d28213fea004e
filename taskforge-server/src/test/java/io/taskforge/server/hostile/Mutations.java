package io.taskforge.server.hostile;

import java.util.List;
import java.util.SplittableRandom;

/** Changes valid texts at random into texts that are often almost valid. */
final class Mutations {
  private static final int MAX_LENGTH = 100_000;
  private static final List<String> PIECES =
      List.of(
          "",
          " ",
          "\t",
          "\n",
          "\u0000",
          "\ud800",
          "\u202e",
          "\ufeff",
          "é",
          "🦊",
          "٣",
          "-",
          "+",
          ".",
          ",",
          ":",
          "/",
          "\\",
          "%",
          "%00",
          "%zz",
          "@",
          "#",
          "?",
          "[",
          "]",
          "{",
          "}",
          "\"",
          "'",
          "*",
          "0",
          "-0",
          "00",
          "-1",
          "0x7f",
          "1e9",
          "1e400000",
          "9223372036854775807",
          "9223372036854775808",
          "99999999999999999999999999999999",
          "NaN",
          "Infinity",
          "null",
          "true",
          "[]",
          "{}",
          "[[[[[[[[",
          "\"a\":",
          "L",
          "W",
          "#6",
          "60",
          "P1D",
          "PT",
          "ms",
          "::1",
          "::ffff:127.0.0.1",
          "0177.1",
          "127.1",
          "localhost",
          "http://",
          "xn--a",
          "${jndi:x}");

  private final SplittableRandom random;
  private final List<String> samples;

  Mutations(long seed, List<String> samples) {
    this.random = new SplittableRandom(seed);
    this.samples = samples;
  }

  String next() {
    String text = samples.get(random.nextInt(samples.size()));
    for (int i = random.nextInt(4); i >= 0; i--) {
      text = mutated(text);
    }
    return text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) : text;
  }

  private String mutated(String text) {
    int from = random.nextInt(text.length() + 1);
    int to = Math.min(text.length(), from + random.nextInt(1 + random.nextInt(20)));
    String before = text.substring(0, from);
    String part = text.substring(from, to);
    String after = text.substring(to);
    return switch (random.nextInt(9)) {
      case 0 -> before + after;
      case 1 -> before + piece() + after;
      case 2, 3 -> before + piece() + part + after;
      case 4 -> before + part + part + after;
      case 5 -> before + (char) random.nextInt(random.nextBoolean() ? 128 : 65_536) + after;
      case 6 -> before + other();
      case 7 -> other() + after;
      default ->
          random.nextInt(20) == 0 && !part.isEmpty()
              ? before + part.repeat(MAX_LENGTH / part.length()) + after
              : new StringBuilder(part).reverse().insert(0, before).append(after).toString();
    };
  }

  private String piece() {
    return PIECES.get(random.nextInt(PIECES.size()));
  }

  private String other() {
    String text = samples.get(random.nextInt(samples.size()));
    return text.substring(random.nextInt(text.length() + 1));
  }
}
