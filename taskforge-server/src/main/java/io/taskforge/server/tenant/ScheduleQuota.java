package io.taskforge.server.tenant;

import io.taskforge.job.TenantId;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.Problem;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentStore;
import java.time.Duration;

/**
 * The quota of schedules. Every node reads each schedule when it is due, so that one tenant with
 * many would delay the others. Operators are exempt.
 */
public record ScheduleQuota(DocumentStore documents) {
  /** The maximum number of schedules of a tenant. */
  static final int MAX = 1_000;

  /**
   * @throws Problem if the tenant's quota is used up
   */
  public void admit(Caller caller, TenantId owner) {
    if (!caller.isOperator() && documents.count(DocumentKind.SCHEDULE, owner) >= MAX) {
      throw Problem.limitExceeded(
          "tenant %s has reached its limit of %d schedules. An operator can create more"
              .formatted(owner, MAX),
          Duration.ofMinutes(1));
    }
  }
}
