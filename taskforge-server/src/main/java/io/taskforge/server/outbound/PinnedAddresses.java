package io.taskforge.server.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.apache.hc.client5.http.DnsResolver;
import org.jspecify.annotations.Nullable;

/**
 * Gives the HTTP client the addresses that were looked up and checked for the current thread's
 * call, and no others: a name that changes its answer in between is not asked again.
 */
final class PinnedAddresses implements DnsResolver {
  private static final ThreadLocal<@Nullable Pin> PIN = new ThreadLocal<>();

  private record Pin(String host, List<InetAddress> addresses) {}

  /** Fixes the addresses of {@code host} for this thread, until {@link #release}. */
  static void pin(String host, List<InetAddress> addresses) {
    PIN.set(new Pin(host, List.copyOf(addresses)));
  }

  static void release() {
    PIN.remove();
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    Pin pin = PIN.get();
    if (pin == null || !pin.host().equalsIgnoreCase(host)) {
      throw new UnknownHostException(host + " was not looked up for this call");
    }
    return pin.addresses().toArray(InetAddress[]::new);
  }

  @Override
  public String resolveCanonicalHostname(String host) {
    return host;
  }
}
