package io.taskforge.spring.dashboard;

import io.taskforge.server.access.Caller;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Decides what the user of a request may do in the dashboard and the API. By default, every user
 * that the application lets through may do everything. Define a bean to change that, for instance
 * by role:
 *
 * <pre>{@code
 * @Bean
 * DashboardUsers dashboardUsers() {
 *   return request -> {
 *     Principal user = request.getUserPrincipal();
 *     if (user == null) {
 *       throw new UnauthorizedException("log in to the application first");
 *     }
 *     return Caller.user(
 *         user.getName(), request.isUserInRole("OPERATOR") ? Scope.ADMIN : Scope.READ);
 *   };
 * }
 * }</pre>
 */
@FunctionalInterface
public interface DashboardUsers {
  /**
   * Returns the caller.
   *
   * @throws io.taskforge.server.access.UnauthorizedException if there is no user
   */
  Caller of(HttpServletRequest request);
}
