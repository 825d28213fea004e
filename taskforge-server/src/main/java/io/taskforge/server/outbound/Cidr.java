package io.taskforge.server.outbound;

import io.taskforge.text.BoundedText;
import io.taskforge.text.PrintableText;
import java.util.Optional;

/**
 * A range of IP addresses in CIDR notation: {@code 10.0.0.0/8}, {@code fd00::/8}.
 *
 * @param network the first address of the range
 * @param prefix the prefix length, of 128 bits; 96 more than written for an IPv4 range
 */
public record Cidr(IpAddress network, int prefix) {
  private static final int V4_OFFSET = 96;
  private static final int SHOWN_BYTES = 100;

  /**
   * @throws IllegalArgumentException if it is malformed or has bits set beyond the prefix
   */
  public static Cidr parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      throw wrong(text, "has no prefix length; write a single address with /32 or /128");
    }
    String written = text.substring(0, slash);
    Optional<IpAddress> address = IpAddress.parse(written);
    if (address.isEmpty()) {
      throw wrong(text, "does not start with an IPv4 or IPv6 address in its usual notation");
    }
    boolean v4 = written.indexOf(':') < 0;
    if (!v4 && address.get().isV4()) {
      throw wrong(text, "is an IPv4-mapped range; write it as IPv4");
    }
    int bits = bits(text, text.substring(slash + 1), v4 ? 32 : 128);
    int prefix = v4 ? bits + V4_OFFSET : bits;
    IpAddress network = address.get().network(prefix);
    if (!network.equals(address.get())) {
      throw wrong(
          text, "has bits set beyond its prefix length; the range is " + network + "/" + bits);
    }
    return new Cidr(network, prefix);
  }

  private static int bits(String text, String digits, int max) {
    if (!digits.matches("0|[1-9][0-9]{0,2}") || Integer.parseInt(digits) > max) {
      throw wrong(text, "must end in a prefix length from 0 to " + max);
    }
    return Integer.parseInt(digits);
  }

  private static IllegalArgumentException wrong(String text, String why) {
    return new IllegalArgumentException(
        "'"
            + PrintableText.replaced(BoundedText.of(text, SHOWN_BYTES))
            + "' is not an address range: "
            + why);
  }

  boolean contains(IpAddress address) {
    // An IPv6 range such as ::/0 contains every number, but must not match IPv4 addresses.
    return isV4() == address.isV4() && address.network(prefix).equals(network);
  }

  /** Whether another range is a subset of this one. */
  boolean contains(Cidr other) {
    return prefix <= other.prefix && contains(other.network);
  }

  private boolean isV4() {
    return prefix >= V4_OFFSET && network.isV4();
  }

  @Override
  public String toString() {
    return network + "/" + (isV4() ? prefix - V4_OFFSET : prefix);
  }
}
