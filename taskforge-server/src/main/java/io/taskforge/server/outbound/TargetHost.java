package io.taskforge.server.outbound;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The host of a URL: a name, or an IP address in canonical notation.
 *
 * @param literal the address, where it is one; null for a name
 */
record TargetHost(String text, @Nullable IpAddress literal) {
  private static final int MAX_NAME = 253;
  private static final Pattern NAME =
      Pattern.compile(
          "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*");
  // Browsers and C libraries parse a name as an address if its last label is a number.
  private static final Pattern ENDS_IN_NUMBER = Pattern.compile("(.*\\.)?([0-9]+|0x[0-9a-f]*)");

  /** Parses the host of a URL; an IPv6 address has brackets. */
  static TargetHost parse(String written) {
    String text = written.toLowerCase(Locale.ROOT);
    if (text.isEmpty()) {
      throw new IllegalArgumentException("must have a host");
    }
    if (text.startsWith("[")) {
      return IpAddress.parseV6(text.substring(1, text.length() - 1))
          .map(TargetHost::of)
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "must have a plain IPv6 address in brackets, without a zone"));
    }
    if (ENDS_IN_NUMBER.matcher(text).matches()) {
      return IpAddress.parseV4(text)
          .map(TargetHost::of)
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "must write an IPv4 address as four decimal numbers without leading zeros"));
    }
    if (text.endsWith(".")) {
      throw new IllegalArgumentException("must have a host that does not end in a dot");
    }
    if (text.length() > MAX_NAME || !NAME.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "must have a host of letters, digits, '-' and '_' in parts of 1 to 63, with dots between");
    }
    return new TargetHost(text, null);
  }

  private static TargetHost of(IpAddress address) {
    return new TargetHost(address.toString(), address);
  }
}
