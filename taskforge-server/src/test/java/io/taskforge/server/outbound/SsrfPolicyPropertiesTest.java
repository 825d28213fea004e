package io.taskforge.server.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.arbitraries.LongArbitrary;

class SsrfPolicyPropertiesTest {
  private static final SsrfPolicy RULES = SsrfPolicy.publicOnly();
  private static final LongArbitrary ANY = Arbitraries.longs();

  /** Any address of a special-purpose range, often the first or the last. */
  @Provide
  Arbitrary<IpAddress> special() {
    return Arbitraries.of(SpecialPurposeRanges.ALL)
        .flatMap(
            range ->
                addresses()
                    .edgeCases(edges -> edges.add(new IpAddress(0, 0), new IpAddress(-1, -1)))
                    .map(free -> within(range.cidr(), free)));
  }

  private static Arbitrary<IpAddress> addresses() {
    return ANY.flatMap(high -> ANY.map(low -> new IpAddress(high, low)));
  }

  private static IpAddress within(Cidr range, IpAddress free) {
    IpAddress kept = free.network(range.prefix());
    return new IpAddress(
        range.network().high() | (free.high() ^ kept.high()),
        range.network().low() | (free.low() ^ kept.low()));
  }

  @Property(tries = 1_000)
  void every_address_of_a_special_range_is_blocked(@ForAll("special") IpAddress address) {
    assertThat(RULES.whyBlocked(address)).isPresent();
    assertThat(RULES.whyBlocked(address.toInetAddress())).isPresent();
    assertThat(mayBeSaved(address)).isFalse();
  }

  @Provide
  Arbitrary<IpAddress> specialV4() {
    return special().filter(IpAddress::isV4);
  }

  @Property(tries = 1_000)
  void a_special_ipv4_address_is_blocked_in_all_its_ipv6_forms(
      @ForAll("specialV4") IpAddress address) {
    long v4 = address.low() & 0xFFFF_FFFFL;
    List<IpAddress> forms =
        List.of(
            new IpAddress(0, 0xFFFFL << 32 | v4), // IPv4-mapped
            new IpAddress(0, v4), // IPv4-compatible
            new IpAddress(0, 0xFFFFL << 48 | v4), // IPv4-translated
            new IpAddress(0x0064_FF9B_0000_0000L, v4), // NAT64
            new IpAddress(0x0064_FF9B_0001_0000L, v4), // NAT64, local
            new IpAddress(0x2002L << 48 | v4 << 16, 1), // 6to4
            new IpAddress(0x2001L << 48 | v4, 1), // Teredo server
            new IpAddress(0x2001L << 48, ~v4 & 0xFFFF_FFFFL), // Teredo client
            new IpAddress(0x2600L << 48, 0x5EFEL << 32 | v4), // ISATAP
            new IpAddress(0x2600L << 48, 0x0200_5EFEL << 32 | v4));

    assertThat(forms).allSatisfy(form -> assertThat(RULES.whyBlocked(form)).isPresent());
  }

  @Property(tries = 1_000)
  void a_written_address_reads_back_unchanged(@ForAll long high, @ForAll long low) {
    IpAddress address = new IpAddress(high, low);

    assertThat(IpAddress.parse(address.toString())).contains(address);
  }

  /** Compares with the JDK's parser. */
  @Property(tries = 1_000)
  void ipv6_addresses_parse_as_in_the_jdk(@ForAll long high, @ForAll long low) throws Exception {
    byte[] bytes = ByteBuffer.allocate(16).putLong(high).putLong(low).array();
    String text = Inet6Address.getByAddress(null, bytes, -1).getHostAddress();

    assertThat(IpAddress.parseV6(text)).contains(new IpAddress(high, low));
    assertThat(IpAddress.of(InetAddress.getByName(text))).isEqualTo(new IpAddress(high, low));
  }

  @Property(tries = 500)
  void a_range_contains_the_addresses_of_its_prefix(
      @ForAll long high, @ForAll long low, @ForAll("special") IpAddress address) {
    for (SpecialPurposeRanges.Range range : SpecialPurposeRanges.ALL) {
      Cidr cidr = range.cidr();
      for (IpAddress each : List.of(address, new IpAddress(high, low))) {
        int shift = 128 - cidr.prefix();
        boolean same =
            number(each).shiftRight(shift).equals(number(cidr.network()).shiftRight(shift));
        boolean family = each.isV4() == cidr.network().isV4();
        assertThat(cidr.contains(each)).isEqualTo(same && family);
      }
    }
  }

  private static BigInteger number(IpAddress address) {
    return new BigInteger(
        1, ByteBuffer.allocate(16).putLong(address.high()).putLong(address.low()).array());
  }

  @Property(tries = 1_000)
  void no_text_crashes_the_parser(@ForAll String text) {
    for (String url :
        List.of(text, "http://" + text, "http://[" + text + "]/", "http://a/" + text)) {
      try {
        TargetUrl parsed = TargetUrl.parse(url);
        assertThat(TargetUrl.parse(parsed.toString())).isEqualTo(parsed);
      } catch (IllegalArgumentException e) {
        assertThat(e).message().isNotBlank();
      }
    }
  }

  private static boolean mayBeSaved(IpAddress address) {
    String host = address.isV4() ? address.toString() : "[" + address + "]";
    return RULES.whyBlocked(TargetUrl.parse("http://" + host + "/")).isEmpty();
  }
}
