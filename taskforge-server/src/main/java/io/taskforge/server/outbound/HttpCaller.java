package io.taskforge.server.outbound;

import io.taskforge.retry.HandlerFailure;
import io.taskforge.server.outbound.CallWatch.Watched;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.net.URIAuthority;
import org.apache.hc.core5.util.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes single HTTP calls to URLs that users gave, on the caller's thread: to allowed addresses
 * only, within one deadline for all of it, reading no more than it keeps, and doing nothing that it
 * was not asked for. Thread-safe.
 */
public final class HttpCaller implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpCaller.class);

  // Waiting for a connection is not calling: the rest of the time is for that.
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private final CallerConfig config;
  private final NameLookups lookups;
  private final CallWatch watch;
  private final ConnectionShares shares;
  private final CloseableHttpClient client;

  /** Makes a caller; it holds threads and connections until it is closed. */
  public HttpCaller(CallerConfig config) {
    this.config = config;
    lookups = new NameLookups(config.resolver(), config.ticker());
    watch = new CallWatch(config.ticker());
    shares = new ConnectionShares(config.maxConnections(), config.maxConnectionsPerHost());
    PoolingHttpClientConnectionManager connections = BoundedHttpClient.connections(config);
    client = BoundedHttpClient.over(connections);
    watch.regularly(
        () -> connections.closeIdle(BoundedHttpClient.MAX_IDLE),
        BoundedHttpClient.MAX_IDLE.toDuration());
  }

  /** The rules that every call is held to. */
  public TargetRules rules() {
    return config.rules();
  }

  /**
   * Makes the call and returns the answer, whatever its status.
   *
   * @throws HandlerFailure if there is no answer, with a type that says why; {@code overloaded} if
   *     the call could not even begin
   * @throws InterruptedException if the thread was interrupted; the call is aborted then
   */
  public HttpAnswer call(HttpCall call) throws InterruptedException {
    long start = config.ticker().getAsLong();
    TargetUrl url = call.url();
    refuse(url, config.rules().whyBlocked(url));
    List<InetAddress> addresses = checkedAddresses(call);
    Optional<String> none = shares.take(call, longestWait(call));
    if (none.isPresent()) {
      throw CallFailures.noConnection(url, none.get());
    }
    try {
      PinnedAddresses.pin(url.host(), addresses);
      HttpUriRequestBase request = request(call);
      try (Watched watched = watch.watch(left(call, start), request::cancel)) {
        return exchange(call, request, watched, start);
      }
    } finally {
      PinnedAddresses.release();
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

  /** One forbidden address among several is enough to refuse: the client may try them all. */
  private List<InetAddress> checkedAddresses(HttpCall call) throws InterruptedException {
    TargetUrl url = call.url();
    IpAddress literal = url.literal();
    if (literal != null) {
      return List.of(literal.toInetAddress());
    }
    try {
      List<InetAddress> found = lookups.addresses(call.tenant(), url.host(), call.timeout());
      for (InetAddress address : found) {
        Optional<String> why = config.rules().whyBlocked(address);
        if (why.isPresent()) {
          // Whoever asks for calls must not learn from them what inside names stand for.
          LOG.info("{} was not called: {}", url.hostAndPort(), why.get());
          throw CallFailures.blocked(url, "the name leads to an inside address");
        }
      }
      return found;
    } catch (UnknownHostException e) {
      throw CallFailures.of(url, e);
    } catch (TimeoutException e) {
      throw CallFailures.deadline(url, call.timeout());
    } catch (RejectedExecutionException e) {
      throw CallFailures.tooManyLookups(url, e);
    }
  }

  private HttpAnswer exchange(
      HttpCall call, HttpUriRequestBase request, Watched watched, long start)
      throws InterruptedException {
    TargetUrl url = call.url();
    HttpHost host = new HttpHost(url.tls() ? "https" : "http", url.host(), url.port());
    try {
      ClassicHttpResponse response = client.executeOpen(host, request, null);
      return answer(response, request, start);
    } catch (IOException | RuntimeException e) {
      if (Thread.interrupted()) {
        InterruptedException interrupted = new InterruptedException("call was interrupted");
        interrupted.initCause(e);
        throw interrupted;
      }
      // The socket may notice the deadline before the watch does.
      throw watched.reason() == CallWatch.Abort.DEADLINE || left(call, start).isNegative()
          ? CallFailures.deadline(url, call.timeout())
          : CallFailures.of(url, e);
    }
  }

  private HttpAnswer answer(ClassicHttpResponse response, HttpUriRequestBase request, long start)
      throws IOException {
    boolean whole = false;
    try {
      AnswerBody body = AnswerBody.read(response);
      whole = !body.truncated();
      Duration taken = Duration.ofNanos(config.ticker().getAsLong() - start);
      return body.answer(response, taken);
    } finally {
      if (!whole) {
        // Closing an answer reads it to its end first, unless its connection is gone.
        request.cancel();
      }
      Closer.closeQuietly(response);
    }
  }

  private static HttpUriRequestBase request(HttpCall call) {
    TargetUrl url = call.url();
    HttpUriRequestBase request = new HttpUriRequestBase(call.method(), URI.create("/"));
    request.setScheme(url.tls() ? "https" : "http");
    int ownPort = url.tls() ? 443 : 80;
    request.setAuthority(new URIAuthority(url.host(), url.port() == ownPort ? -1 : url.port()));
    request.setPath(url.pathAndQuery());
    call.headers().forEach(request::addHeader);
    String body = call.body();
    if (body != null) {
      request.setEntity(new ByteArrayEntity(body.getBytes(StandardCharsets.UTF_8), null));
    }
    request.setConfig(
        BoundedHttpClient.request(Timeout.of(call.timeout()), Timeout.of(longestWait(call))));
    return request;
  }

  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
    lookups.close();
    watch.close();
  }
}
