package io.taskforge.server.outbound;

import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** The HTTP client with everything switched off that it would do on its own account. */
final class BoundedHttpClient {
  private static final int MAX_LINE = 16 * 1024;
  private static final int MAX_HEADERS = 100;

  /** How long a connection waits for another call to the same host. */
  static final TimeValue MAX_IDLE = TimeValue.ofSeconds(5);

  // A name may move; what was dialled for it is not kept for longer than this.
  private static final TimeValue MAX_AGE = TimeValue.ofMinutes(1);

  private BoundedHttpClient() {}

  static PoolingHttpClientConnectionManager connections(CallerConfig config) {
    Http1Config bounds =
        Http1Config.custom().setMaxLineLength(MAX_LINE).setMaxHeaderCount(MAX_HEADERS).build();
    return PoolingHttpClientConnectionManagerBuilder.create()
        .setDnsResolver(new PinnedAddresses())
        .setConnectionFactory(
            ManagedHttpClientConnectionFactory.builder()
                .http1Config(bounds)
                // The client's own parser looks for an answer behind any amount of garbage.
                .responseParserFactory(new DefaultHttpResponseParserFactory(bounds))
                .build())
        .setTlsSocketStrategy(
            config.trust() == null
                ? DefaultClientTlsStrategy.createDefault()
                : new DefaultClientTlsStrategy(config.trust()))
        .setMaxConnTotal(config.maxConnections())
        // How many go to one host is each tenant's own affair: see ConnectionShares.
        .setMaxConnPerRoute(config.maxConnections())
        .setDefaultConnectionConfig(
            ConnectionConfig.custom()
                .setConnectTimeout(config.connectTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .setTimeToLive(MAX_AGE)
                // A request must not be lost on a connection that the other side has closed.
                .setValidateAfterInactivity(TimeValue.ZERO_MILLISECONDS)
                .build())
        .build();
  }

  static CloseableHttpClient over(PoolingHttpClientConnectionManager connections) {
    return HttpClients.custom()
        .setConnectionManager(connections)
        .disableRedirectHandling()
        .disableAutomaticRetries()
        .disableCookieManagement()
        .disableAuthCaching()
        .disableContentCompression()
        .disableDefaultUserAgent()
        .disableConnectionState()
        .build();
  }

  static RequestConfig request(Timeout whole, Timeout forConnection) {
    return RequestConfig.custom()
        .setConnectionRequestTimeout(forConnection)
        .setResponseTimeout(whole)
        .setConnectionKeepAlive(MAX_IDLE)
        .setRedirectsEnabled(false)
        .setAuthenticationEnabled(false)
        .setContentCompressionEnabled(false)
        .setExpectContinueEnabled(false)
        .setProtocolUpgradeEnabled(false)
        .build();
  }
}
