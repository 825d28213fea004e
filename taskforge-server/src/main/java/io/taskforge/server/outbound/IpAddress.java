package io.taskforge.server.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An IP address as a number. An IPv4 address is stored as its IPv4-mapped IPv6 address, {@code
 * ::ffff:0:0/96}, because both reach the same host.
 */
record IpAddress(long high, long low) {
  private static final long MAPPED = 0xFFFFL << 32;

  static IpAddress v4(int address) {
    return new IpAddress(0, MAPPED | Integer.toUnsignedLong(address));
  }

  static IpAddress of(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return bytes.remaining() == Integer.BYTES
        ? v4(bytes.getInt())
        : new IpAddress(bytes.getLong(), bytes.getLong());
  }

  /** Parses dotted decimal without leading zeros; empty for every other notation. */
  static Optional<IpAddress> parseV4(String text) {
    return Optional.ofNullable(Ipv4Text.parse(text)).map(IpAddress::v4);
  }

  /** Parses an IPv6 address without brackets and without a zone. */
  static Optional<IpAddress> parseV6(String text) {
    return Optional.ofNullable(Ipv6Text.parse(text));
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
    return byAddress(null, bytes);
  }

  private static InetAddress byAddress(@Nullable String host, byte[] bytes) {
    try {
      return InetAddress.getByAddress(host, bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four and sixteen bytes are addresses", e);
    }
  }

  @Override
  public String toString() {
    return isV4() ? Ipv4Text.format((int) low) : Ipv6Text.format(this);
  }
}
