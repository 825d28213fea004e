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
 * @param tenant on whose behalf; what it may take of what all share is bounded
 * @param headers sent as they are, in their order; the caller vouches for their form
 * @param secrets what is masked in the answer and in failures, in case the peer repeats it
 * @param body sent as UTF-8; null for none
 * @param timeout for everything from the look-up of the name to the last byte of the answer
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

  /** Never shows a header's value, nor the body. */
  @Override
  public String toString() {
    return "%s %s with %s".formatted(method, url.hostAndPort(), headers.keySet());
  }
}
