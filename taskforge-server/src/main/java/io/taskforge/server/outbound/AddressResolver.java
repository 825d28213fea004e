package io.taskforge.server.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Resolves host names (DNS). May block. */
@FunctionalInterface
public interface AddressResolver {
  /** The machine's own resolver. */
  AddressResolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

  /**
   * Returns all addresses of {@code host}.
   *
   * @throws UnknownHostException if it has none
   */
  List<InetAddress> resolve(String host) throws UnknownHostException;
}
