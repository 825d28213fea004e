package io.taskforge.server.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An IP address as a number. An IPv4 address is stored as its IPv4-mapped IPv6 address, {@code
 * ::ffff:0:0/96}, because both reach the same host.
 */
record IpAddress(long high, long low) {
  private static final long MAPPED = 0xFFFFL << 32;
  private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
  private static final Pattern V4 = Pattern.compile("(" + OCTET + "\\.){3}" + OCTET);
  private static final Pattern V6 =
      Pattern.compile("(?!.*[0-9A-Fa-f]{5})[0-9A-Fa-f:]*:([0-9A-Fa-f]*|" + V4 + ")");

  static IpAddress v4(int address) {
    return new IpAddress(0, MAPPED | Integer.toUnsignedLong(address));
  }

  static IpAddress of(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return bytes.remaining() == Integer.BYTES
        ? v4(bytes.getInt())
        : new IpAddress(bytes.getLong(), bytes.getLong());
  }

  /** Parses dotted decimal without leading zeros, which some programs read as octal. */
  static Optional<IpAddress> parseV4(String text) {
    return parse(text, V4);
  }

  /** Parses an IPv6 address without brackets and without a zone. */
  static Optional<IpAddress> parseV6(String text) {
    return parse(text, V6);
  }

  private static Optional<IpAddress> parse(String text, Pattern notation) {
    if (!notation.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      // The pattern matches no name, so this never queries the DNS.
      return Optional.of(of(InetAddress.getByName(text)));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  static Optional<IpAddress> parse(String text) {
    return text.indexOf(':') >= 0 ? parseV6(text) : parseV4(text);
  }

  boolean isV4() {
    return high == 0 && low >>> 32 == 0xFFFFL;
  }

  /** The last four bytes, where several IPv6 formats embed an IPv4 address. */
  IpAddress lastAsV4() {
    return v4((int) low);
  }

  /** Clears all bits after the first {@code prefix} of 128. */
  IpAddress network(int prefix) {
    return new IpAddress(high & mask(prefix), low & mask(prefix - Long.SIZE));
  }

  private static long mask(int bits) {
    if (bits <= 0) {
      return 0;
    }
    return bits >= Long.SIZE ? -1 : -1L << (Long.SIZE - bits);
  }

  InetAddress toInetAddress() {
    byte[] bytes =
        isV4()
            ? ByteBuffer.allocate(Integer.BYTES).putInt((int) low).array()
            : ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four and sixteen bytes are addresses", e);
    }
  }

  /** Formats as in RFC 5952: lower case, the longest run of zeros compressed. */
  @Override
  public String toString() {
    String text = toInetAddress().getHostAddress();
    for (int zeros = 7; zeros > 0; zeros--) {
      Matcher run = Pattern.compile("(^|:)0(:0){" + zeros + "}(:|$)").matcher(text);
      if (run.find()) {
        return run.replaceFirst("::");
      }
    }
    return text;
  }
}
