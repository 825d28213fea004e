package io.taskforge.spring.dashboard;

import io.taskforge.server.access.Caller;
import io.taskforge.server.access.Scope;
import io.taskforge.server.access.UnauthorizedException;
import io.taskforge.server.http.RouteDispatcher;
import io.taskforge.server.http.ServletExchange;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.HttpRequestHandler;

/** Handles the requests below the dashboard's path. */
final class DashboardHandler implements HttpRequestHandler {
  private static final Logger LOG = LoggerFactory.getLogger(DashboardHandler.class);
  private static final long LONGEST_STREAM_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final String path;
  private final boolean requireLogin;
  private final Supplier<RouteDispatcher> routes;

  DashboardHandler(String path, boolean requireLogin, Supplier<RouteDispatcher> routes) {
    this.path = path;
    this.requireLogin = requireLogin;
    this.routes = routes;
  }

  @Override
  public void handleRequest(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    // A servlet at / has the whole path as its own, and no path below it.
    String servlet = request.getPathInfo() == null ? "" : request.getServletPath();
    String mount = request.getContextPath() + servlet + path;
    if (request.getRequestURI().equals(mount)) {
      // The dashboard's files are relative to a path that ends in a slash.
      response.sendRedirect(mount + "/");
      return;
    }
    if (!request.getRequestURI().startsWith(mount + "/")) { // such as /%74askforge/
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    try {
      routes
          .get()
          .handle(new ServletExchange(request, response, mount), !requireLogin && isLocal(request));
    } catch (IOException e) {
      LOG.debug("client disconnected: {} {}", request.getMethod(), request.getRequestURI(), e);
    }
  }

  private static boolean isLocal(HttpServletRequest request) throws IOException {
    // An address, never a name: nothing is looked up.
    return InetAddress.getByName(request.getLocalAddr()).isLoopbackAddress();
  }

  /** The user whom the application has authenticated, with all rights. */
  static DashboardUsers users(boolean requireLogin) {
    return request -> {
      if (request.getUserPrincipal() != null) {
        return Caller.user(request.getUserPrincipal().getName(), Scope.ADMIN);
      }
      if (requireLogin) {
        throw new UnauthorizedException(
            "log in to the application first; without Spring Security, set"
                + " spring.taskforge.dashboard.require-login=false");
      }
      return Caller.LOCAL;
    };
  }

  /**
   * The caller of one request, for ten minutes: then an open event stream ends, the client connects
   * again, and the application authenticates it again.
   */
  static Supplier<Caller> identity(Caller caller, LongSupplier ticker) {
    long start = ticker.getAsLong();
    return () -> {
      if (ticker.getAsLong() - start > LONGEST_STREAM_NANOS) {
        throw new UnauthorizedException("connect again");
      }
      return caller;
    };
  }
}
