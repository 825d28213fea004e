package io.taskforge.server.outbound;

import org.jspecify.annotations.Nullable;

/** IPv4 addresses in dotted decimal, the one notation that all programs read alike. */
final class Ipv4Text {
  private Ipv4Text() {}

  static @Nullable Integer parse(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 4) {
      return null;
    }
    int address = 0;
    for (String part : parts) {
      int octet = octet(part);
      if (octet < 0) {
        return null;
      }
      address = address << 8 | octet;
    }
    return address;
  }

  // Some programs read a leading zero as octal.
  private static int octet(String part) {
    if (part.isEmpty() || part.length() > 3 || (part.length() > 1 && part.charAt(0) == '0')) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      value = 10 * value + (c - '0');
    }
    return value <= 255 ? value : -1;
  }

  static String format(int address) {
    return (address >>> 24)
        + "."
        + (address >>> 16 & 0xFF)
        + "."
        + (address >>> 8 & 0xFF)
        + "."
        + (address & 0xFF);
  }
}
