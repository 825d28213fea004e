package io.taskforge.server.outbound;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;

/** Notations of one IPv4 address that some programs accept, such as octal and IPv6 forms. */
final class Spellings {
  private Spellings() {}

  static Stream<String> of(String dotted) {
    int[] o = Arrays.stream(dotted.split("\\.")).mapToInt(Integer::parseInt).toArray();
    long number = (long) o[0] << 24 | o[1] << 16 | o[2] << 8 | o[3];
    String groups = "%x:%x".formatted(number >>> 16, number & 0xFFFF);
    return Stream.of(
        dotted,
        dotted + ".",
        Long.toString(number),
        "0x%x".formatted(number),
        "0X%X".formatted(number),
        "0%o".formatted(number),
        "0x%x.0x%x.0x%x.0x%x".formatted(o[0], o[1], o[2], o[3]),
        "0%o.0%o.0%o.0%o".formatted(o[0], o[1], o[2], o[3]),
        "%03d.%03d.%03d.0%d".formatted(o[0], o[1], o[2], o[3]),
        "0x%x.%d".formatted(o[0], number & 0xFF_FFFF),
        "%d.%d.%d".formatted(o[0], o[1], number & 0xFFFF),
        "%d.0%o.0x%x.%d".formatted(o[0], o[1], o[2], o[3]),
        Long.toString(number + (1L << 32)),
        fullWidth(dotted),
        escaped(dotted),
        "[::ffff:" + dotted + "]",
        "[::FFFF:" + groups.toUpperCase(Locale.ROOT) + "]",
        "[0:0:0:0:0:ffff:" + groups + "]",
        "[::" + dotted + "]",
        "[::ffff:0:" + groups + "]",
        "[64:ff9b::" + dotted + "]",
        "[64:ff9b:1::" + groups + "]",
        "[2002:" + groups + "::1]",
        "[2001:0:" + groups + "::1]",
        "[2001::%x:%x]".formatted(~number >>> 16 & 0xFFFF, ~number & 0xFFFF),
        "[fe80::5efe:" + dotted + "]",
        "[2600::5efe:" + groups + "]");
  }

  private static String fullWidth(String text) {
    StringBuilder wide = new StringBuilder();
    text.chars().forEach(c -> wide.append(c == '.' ? '.' : (char) (c + 0xFEE0)));
    return wide.toString();
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.chars().forEach(c -> escaped.append("%%%02x".formatted(c)));
    return escaped.toString();
  }
}
