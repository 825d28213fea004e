package io.taskforge.server.outbound;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Which targets outbound calls may reach: the public internet, the inside ranges that the operator
 * allows, and this machine itself while that is allowed. Thread-safe.
 *
 * <p>An allowed IPv4 range holds for IPv4 and for the IPv4-mapped form, which is dialled alike;
 * every other form that carries an IPv4 address takes another way, and needs an IPv6 range of its
 * own.
 */
public final class SsrfPolicy {
  private static final List<Cidr> LOOPBACK_RANGES =
      List.of(Cidr.parse("127.0.0.0/8"), Cidr.parse("::1/128"));
  private static final SsrfPolicy PUBLIC_ONLY = new SsrfPolicy(List.of(), () -> false);
  private static final IpAddress LOOPBACK = IpAddress.v4(0x7F00_0001);
  private static final IpAddress METADATA = IpAddress.v4(0xA9FE_A9FE);

  // Names that mean the same everywhere, so that they can be refused before anybody resolves them.
  private static final Map<String, IpAddress> KNOWN_NAMES =
      Map.ofEntries(
          Map.entry("localhost", LOOPBACK),
          Map.entry("localhost.localdomain", LOOPBACK),
          Map.entry("localhost6", LOOPBACK),
          Map.entry("localhost6.localdomain6", LOOPBACK),
          Map.entry("ip6-localhost", LOOPBACK),
          Map.entry("ip6-loopback", LOOPBACK),
          Map.entry("metadata", METADATA),
          Map.entry("metadata.google.internal", METADATA),
          Map.entry("metadata.goog", METADATA),
          Map.entry("metadata.tencentyun.com", METADATA),
          Map.entry("instance-data", METADATA),
          Map.entry("instance-data.ec2.internal", METADATA));

  private final List<Cidr> allowed;
  private final boolean insideAllowed;
  private final BooleanSupplier loopback;

  private SsrfPolicy(List<Cidr> allowed, BooleanSupplier loopback) {
    this.allowed = List.copyOf(allowed);
    insideAllowed = beyondLoopback(allowed);
    this.loopback = loopback;
  }

  private static boolean beyondLoopback(List<Cidr> ranges) {
    return ranges.stream()
        .anyMatch(range -> LOOPBACK_RANGES.stream().noneMatch(own -> own.contains(range)));
  }

  /** Returns the rules that allow nothing but the public internet. */
  public static SsrfPolicy publicOnly() {
    return PUBLIC_ONLY;
  }

  /**
   * Returns the rules that allow the ranges in {@code list} too: {@code 10.1.0.0/16,fd00::/8}.
   *
   * @throws IllegalArgumentException naming every entry that is no range
   */
  public static SsrfPolicy allowing(String list) {
    List<Cidr> ranges = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    for (String entry : list.split(",", -1)) {
      try {
        ranges.add(Cidr.parse(entry.strip()));
      } catch (IllegalArgumentException e) {
        faults.add(String.valueOf(e.getMessage()));
      }
    }
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", faults));
    }
    return new SsrfPolicy(ranges, () -> false);
  }

  /** Returns these rules with this machine's own loopback allowed, both families. */
  public SsrfPolicy andLoopback() {
    return andLoopbackWhile(() -> true);
  }

  /**
   * Returns these rules with this machine's own loopback allowed, both families, as long as {@code
   * open} says so.
   *
   * @param open asked whenever a target is on this machine
   */
  public SsrfPolicy andLoopbackWhile(BooleanSupplier open) {
    return new SsrfPolicy(allowed, open);
  }

  /** The inside ranges that the operator allows. */
  public List<Cidr> allowed() {
    return allowed;
  }

  /** Why the address must not be dialled; empty if it may. */
  public Optional<String> whyBlocked(InetAddress address) {
    return whyBlocked(IpAddress.of(address));
  }

  /**
   * Why a URL must not be saved; empty if it may. Names are not resolved here, since what they
   * resolve to may change: every call checks the addresses that it dials. A name that can only be
   * one of an inside network is refused while no address there is allowed.
   */
  public Optional<String> whyBlocked(TargetUrl url) {
    IpAddress literal = url.literal();
    if (literal != null) {
      return whyBlocked(literal);
    }
    String host = url.host();
    IpAddress known = host.endsWith(".localhost") ? LOOPBACK : KNOWN_NAMES.get(host);
    if (known != null) {
      return whyBlocked(known).map(why -> host + ": " + why);
    }
    return !insideAllowed && PrivateHostNames.isInside(host)
        ? Optional.of(
            host
                + " is a name of an inside network, and only public addresses "
                + (loopback.getAsBoolean() ? "and this machine " : "")
                + "are allowed; --allow-targets names the inside ones that may be called")
        : Optional.empty();
  }

  Optional<String> whyBlocked(IpAddress address) {
    for (Cidr range : allowed) {
      if (range.contains(address)) {
        return Optional.empty();
      }
    }
    if (LOOPBACK_RANGES.stream().anyMatch(range -> range.contains(address))
        && loopback.getAsBoolean()) {
      return Optional.empty();
    }
    return SpecialPurposeRanges.whySpecial(address).map(why -> address + " is in " + why);
  }

  @Override
  public String toString() {
    return "public internet" + (allowed.isEmpty() ? "" : " and " + allowed);
  }
}
