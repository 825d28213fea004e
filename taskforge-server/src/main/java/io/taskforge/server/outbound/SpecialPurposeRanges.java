package io.taskforge.server.outbound;

import java.util.List;
import java.util.Optional;

/**
 * The address ranges that are blocked by default (SSRF protection), from IANA's registries of
 * special-purpose addresses for IPv4 and IPv6. The JDK's predicates cover only some of them.
 *
 * <p>Ranges that are globally reachable but serve no API, such as the AS112 name servers, are
 * listed too.
 */
final class SpecialPurposeRanges {
  record Range(Cidr cidr, String name) {}

  /** The public IPv6 internet; all other IPv6 addresses are special or unassigned. */
  static final Cidr GLOBAL_UNICAST = Cidr.parse("2000::/3");

  /** The well-known prefix for translation to IPv4, which DNS64 returns for public hosts. */
  static final Cidr NAT64 = Cidr.parse("64:ff9b::/96");

  static final List<Range> ALL =
      List.of(
          range("0.0.0.0/8", "this network"),
          range("10.0.0.0/8", "private"),
          range("100.64.0.0/10", "shared by carriers"),
          range("127.0.0.0/8", "loopback"),
          range("168.63.129.16/32", "a cloud's platform service"),
          range("169.254.0.0/16", "link-local, with clouds' metadata services"),
          range("172.16.0.0/12", "private"),
          range("192.0.0.0/24", "IETF protocols"),
          range("192.0.2.0/24", "documentation"),
          range("192.31.196.0/24", "AS112"),
          range("192.52.193.0/24", "multicast tunnels"),
          range("192.88.99.0/24", "6to4 relays"),
          range("192.168.0.0/16", "private"),
          range("192.175.48.0/24", "AS112"),
          range("198.18.0.0/15", "benchmarks"),
          range("198.51.100.0/24", "documentation"),
          range("203.0.113.0/24", "documentation"),
          range("224.0.0.0/4", "multicast"),
          range("240.0.0.0/4", "reserved, and broadcast"),
          range("::/128", "unspecified"),
          range("::1/128", "loopback"),
          range("::/96", "IPv4-compatible"),
          range("::ffff:0:0:0/96", "IPv4-translated"),
          range("64:ff9b:1::/48", "local translation to IPv4"),
          range("100::/64", "discard"),
          range("100:0:0:1::/64", "dummy"),
          range("2001::/32", "Teredo"),
          range("2001::/23", "IETF protocols"),
          range("2001:db8::/32", "documentation"),
          range("2002::/16", "6to4"),
          range("2620:4f:8000::/48", "AS112"),
          range("3fff::/20", "documentation"),
          range("5f00::/16", "segment routing"),
          range("fc00::/7", "unique local"),
          range("fe80::/10", "link-local"),
          range("fec0::/10", "site-local"),
          range("ff00::/8", "multicast"));

  private SpecialPurposeRanges() {}

  private static Range range(String cidr, String name) {
    return new Range(Cidr.parse(cidr), name);
  }

  /** Returns the range of a special-purpose address; empty for a public one. */
  static Optional<String> whySpecial(IpAddress address) {
    for (Range range : ALL) {
      if (range.cidr().contains(address)) {
        return Optional.of(range.cidr() + " (" + range.name() + ")");
      }
    }
    if (address.isV4()) {
      return Optional.empty();
    }
    if (NAT64.contains(address)) {
      return whySpecial(address.lastAsV4()).map(why -> why + " behind " + NAT64);
    }
    if (!GLOBAL_UNICAST.contains(address)) {
      return Optional.of("outside " + GLOBAL_UNICAST + " (the public internet)");
    }
    return isIsatap(address)
        ? whySpecial(address.lastAsV4()).map(why -> why + " in an ISATAP address")
        : Optional.empty();
  }

  /** Matches an interface id {@code ::5efe:a.b.c.d}, with or without its universal bit. */
  private static boolean isIsatap(IpAddress address) {
    long mark = address.low() >>> 32 & ~0x0200_0000L;
    return mark == 0x5EFEL;
  }
}
