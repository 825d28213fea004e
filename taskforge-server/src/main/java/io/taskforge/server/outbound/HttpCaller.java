package io.taskforge.server.outbound;

import io.taskforge.failure.HandlerFailure;
import io.taskforge.server.outbound.CallDeadlines.Watched;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes single HTTP calls to URLs that users gave, on the caller's thread: only to addresses that
 * the {@link SsrfPolicy} allows, within one deadline, reading a limited part of the body, each on
 * its own connection, without redirects, retries or decompression. Thread-safe.
 */
public final class HttpCaller implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpCaller.class);

  // Leaves time for the call itself after waiting for a connection.
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private final CallerConfig config;
  private final DnsLookups lookups;
  private final CallDeadlines watch;
  private final CallLimits shares;
  private final TlsSocketStrategy tls;
  private final Set<CallConnection> open = ConcurrentHashMap.newKeySet();

  /** Holds threads until it is closed. */
  public HttpCaller(CallerConfig config) {
    this.config = config;
    lookups = new DnsLookups(config.resolver(), config.ticker());
    watch = new CallDeadlines(config.ticker());
    shares = new CallLimits(config.maxConnections(), config.maxConnectionsPerHost());
    tls =
        config.trust() == null
            ? DefaultClientTlsStrategy.createDefault()
            : new DefaultClientTlsStrategy(config.trust());
  }

  public SsrfPolicy policy() {
    return config.policy();
  }

  /**
   * Makes the call and returns the response, whatever its status, with the call's secrets masked.
   *
   * @throws HandlerFailure if there is no response; its type says why, {@code overloaded} if the
   *     call did not start
   * @throws InterruptedException if the thread was interrupted, which aborts the call
   */
  public CallResponse call(HttpCall call) throws InterruptedException {
    long start = config.ticker().getAsLong();
    TargetUrl url = call.url();
    refuse(url, config.policy().whyBlocked(url));
    List<InetAddress> addresses = checkedAddresses(call);
    Optional<String> none = shares.take(call, longestWait(call));
    if (none.isPresent()) {
      throw CallFailures.noConnection(url, none.get());
    }
    CallConnection connection = new CallConnection();
    open.add(connection);
    try (connection;
        Watched watched = watch.watch(left(call, start), connection::close)) {
      return exchange(call, addresses, connection, watched, start);
    } finally {
      open.remove(connection);
      shares.giveBack(call);
    }
  }

  private static Duration longestWait(HttpCall call) {
    Duration half = call.timeout().dividedBy(2);
    return half.compareTo(LONGEST_WAIT) < 0 ? half : LONGEST_WAIT;
  }

  private static void refuse(TargetUrl url, Optional<String> why) {
    if (why.isPresent()) {
      throw CallFailures.blocked(url, why.get());
    }
  }

  private Duration left(HttpCall call, long start) {
    return call.timeout().minusNanos(config.ticker().getAsLong() - start);
  }

  /** Resolves once and rejects the call if any address is blocked (SSRF, DNS rebinding). */
  private List<InetAddress> checkedAddresses(HttpCall call) throws InterruptedException {
    TargetUrl url = call.url();
    IpAddress literal = url.literal();
    if (literal != null) {
      return List.of(literal.toInetAddress());
    }
    try {
      List<InetAddress> found = lookups.addresses(call.tenant(), url.host(), call.timeout());
      for (InetAddress address : found) {
        Optional<String> why = config.policy().whyBlocked(address);
        if (why.isPresent()) {
          // The error must not reveal the address behind an internal name.
          LOG.info("outbound call to {} blocked: {}", url.hostAndPort(), why.get());
          throw CallFailures.blocked(url, "the name resolves to a private address");
        }
      }
      return found;
    } catch (UnknownHostException e) {
      throw CallFailures.of(url, Redaction.of(call.secrets()), e);
    } catch (TimeoutException e) {
      throw CallFailures.deadline(url, call.timeout());
    } catch (RejectedExecutionException e) {
      throw CallFailures.tooManyLookups(url, e);
    }
  }

  private CallResponse exchange(
      HttpCall call,
      List<InetAddress> addresses,
      CallConnection connection,
      Watched watched,
      long start)
      throws InterruptedException {
    TargetUrl url = call.url();
    Redaction redaction = Redaction.of(call.secrets());
    try {
      connection.dial(addresses, url.port(), config.connectTimeout(), call.timeout());
      if (url.tls()) {
        connection.encrypt(tls, url.host(), url.port());
      }
      ClassicHttpResponse http = connection.exchange(call.toRequest());
      CallResponse response =
          CallResponse.read(
              http, redaction, () -> Duration.ofNanos(config.ticker().getAsLong() - start));
      if (!response.truncated()) {
        if (connection.hasSurplus(http)) {
          throw CallFailures.surplus(call, http.getCode());
        }
        connection.finish();
      }
      return response;
    } catch (HandlerFailure e) {
      throw e;
    } catch (IOException | HttpException | RuntimeException e) {
      if (Thread.interrupted()) {
        InterruptedException interrupted = new InterruptedException("call was interrupted");
        interrupted.initCause(e);
        throw interrupted;
      }
      // The socket may notice the deadline before the timer does.
      throw watched.reason() == CallDeadlines.Abort.DEADLINE || left(call, start).isNegative()
          ? CallFailures.deadline(url, call.timeout())
          : CallFailures.of(url, redaction, e);
    }
  }

  @Override
  public void close() {
    lookups.close();
    watch.close();
    open.forEach(CallConnection::close);
  }
}
