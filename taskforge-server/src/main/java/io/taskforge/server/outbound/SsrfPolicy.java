package io.taskforge.server.outbound;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/**
 * SSRF protection: decides which targets outbound calls may reach. Allowed are the public internet,
 * the private ranges that the operator allows, and loopback while that is allowed. Thread-safe.
 *
 * <p>A URL is checked when it is saved, and each address again before it is dialled, which prevents
 * DNS rebinding. An allowed IPv4 range includes its IPv4-mapped IPv6 addresses; all other IPv6
 * formats that embed an IPv4 address need an IPv6 range.
 */
public final class SsrfPolicy {
  // Names that the public DNS does not have; Kubernetes uses svc and default.
  private static final Pattern PRIVATE_NAME =
      Pattern.compile(
          ".*\\.(internal|local|localdomain|home\\.arpa|home|lan|intranet|corp|private|svc|default)");
  private static final List<Cidr> LOOPBACK_RANGES =
      List.of(Cidr.parse("127.0.0.0/8"), Cidr.parse("::1/128"));
  private static final SsrfPolicy PUBLIC_ONLY = new SsrfPolicy(List.of(), () -> false);
  private static final IpAddress LOOPBACK = IpAddress.v4(0x7F00_0001);
  private static final IpAddress METADATA = IpAddress.v4(0xA9FE_A9FE);

  // Well-known names, rejected without resolving them.
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
  private final boolean privateAllowed;
  private final BooleanSupplier loopback;

  private SsrfPolicy(List<Cidr> allowed, BooleanSupplier loopback) {
    this.allowed = List.copyOf(allowed);
    privateAllowed = beyondLoopback(allowed);
    this.loopback = loopback;
  }

  private static boolean beyondLoopback(List<Cidr> ranges) {
    return ranges.stream()
        .anyMatch(range -> LOOPBACK_RANGES.stream().noneMatch(own -> own.contains(range)));
  }

  public static SsrfPolicy publicOnly() {
    return PUBLIC_ONLY;
  }

  /**
   * Returns a policy that also allows the ranges in {@code list}: {@code 10.1.0.0/16,fd00::/8}.
   *
   * @throws IllegalArgumentException naming every invalid entry
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

  /** Returns this policy with loopback allowed, IPv4 and IPv6. */
  public SsrfPolicy andLoopback() {
    return andLoopbackWhile(() -> true);
  }

  /**
   * Returns this policy with loopback allowed, IPv4 and IPv6, while {@code open} returns true.
   *
   * @param open evaluated for every loopback target
   */
  public SsrfPolicy andLoopbackWhile(BooleanSupplier open) {
    return new SsrfPolicy(allowed, open);
  }

  public List<Cidr> allowed() {
    return allowed;
  }

  /** Returns why an address is blocked; empty if it is allowed. */
  public Optional<String> whyBlocked(InetAddress address) {
    return whyBlocked(IpAddress.of(address));
  }

  /**
   * Returns why a URL is blocked; empty if it may be saved. Names are not resolved here, because
   * their addresses may change: every call checks the addresses that it dials. A name that can only
   * be of a private network is blocked while no private range is allowed.
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
    return !privateAllowed && isPrivate(host)
        ? Optional.of(
            host
                + " is a name of a private network, and only public addresses "
                + (loopback.getAsBoolean() ? "and loopback " : "")
                + "are allowed; --allow-targets allows private ones")
        : Optional.empty();
  }

  Optional<String> whyBlocked(IpAddress address) {
    if (includes(allowed, address)
        || (includes(LOOPBACK_RANGES, address) && loopback.getAsBoolean())) {
      return Optional.empty();
    }
    return SpecialPurposeRanges.whySpecial(address).map(why -> address + " is in " + why);
  }

  private static boolean includes(List<Cidr> ranges, IpAddress address) {
    return ranges.stream().anyMatch(range -> range.contains(address));
  }

  @Override
  public String toString() {
    return "public internet" + (allowed.isEmpty() ? "" : " and " + allowed);
  }

  /** Whether a name can only be of a private network; a search domain completes single labels. */
  private static boolean isPrivate(String host) {
    return host.indexOf('.') < 0 || PRIVATE_NAME.matcher(host).matches();
  }
}
