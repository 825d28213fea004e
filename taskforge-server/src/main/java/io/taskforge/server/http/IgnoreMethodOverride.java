package io.taskforge.server.http;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/**
 * Removes the header X-HTTP-Method-Override, which the framework would obey. A proxy that allows
 * only GET relies on the method of the request line.
 */
final class IgnoreMethodOverride implements HttpConfiguration.Customizer {
  private static final String OVERRIDE = "X-HTTP-Method-Override";

  @Override
  public Request customize(Request request, HttpFields.Mutable responseHeaders) {
    if (!request.getHeaders().contains(OVERRIDE)) {
      return request;
    }
    HttpFields others = HttpFields.build(request.getHeaders()).remove(OVERRIDE).asImmutable();
    return new Request.Wrapper(request) {
      @Override
      public HttpFields getHeaders() {
        return others;
      }
    };
  }
}
