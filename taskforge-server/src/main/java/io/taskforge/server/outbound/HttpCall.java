package io.taskforge.server.outbound;

import io.taskforge.job.TenantId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.DefaultHttpProcessor;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.RequestContent;
import org.apache.hc.core5.http.protocol.RequestTargetHost;
import org.apache.hc.core5.net.URIAuthority;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request to be made.
 *
 * @param tenant the tenant whose limits apply
 * @param headers sent unchanged and in order; must be well-formed
 * @param secrets masked in the response and in failures, in case the peer echoes them
 * @param body sent as UTF-8; null for none
 * @param timeout for the whole call, from DNS lookup to the last byte of the response
 */
public record HttpCall(
    TenantId tenant,
    TargetUrl url,
    String method,
    Map<String, String> headers,
    List<String> secrets,
    @Nullable String body,
    Duration timeout) {
  private static final HttpProcessor FRAMING =
      new DefaultHttpProcessor(RequestTargetHost.INSTANCE, RequestContent.INSTANCE);

  ClassicHttpRequest toRequest() throws HttpException, IOException {
    int ownPort = url.tls() ? 443 : 80;
    URIAuthority authority = new URIAuthority(url.host(), url.port() == ownPort ? -1 : url.port());
    ClassicHttpRequest request =
        new BasicClassicHttpRequest(
            method, url.tls() ? "https" : "http", authority, url.pathAndQuery());
    headers.forEach(request::addHeader);
    request.addHeader(HttpHeaders.CONNECTION, HeaderElements.CLOSE);
    if (body != null) {
      request.setEntity(new ByteArrayEntity(body.getBytes(StandardCharsets.UTF_8), null));
    }
    FRAMING.process(request, request.getEntity(), HttpCoreContext.create());
    return request;
  }

  /** Omits header values and the body, which may contain secrets. */
  @Override
  public String toString() {
    return "%s %s with %s".formatted(method, url.hostAndPort(), headers.keySet());
  }
}
