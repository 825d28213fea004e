package io.taskforge.server.tenant;

import io.taskforge.job.TenantId;
import io.taskforge.server.access.Caller;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentStore;
import java.time.Duration;

/**
 * Whether there is room for one more schedule. Each costs every node a look whenever it is due, so
 * that one tenant's must not be so many that the others' are late.
 */
public final class ScheduleQuota {
  /** How many schedules a tenant may make. */
  static final int MOST = 1_000;

  private final DocumentStore documents;

  public ScheduleQuota(DocumentStore documents) {
    this.documents = documents;
  }

  /**
   * Lets a caller make a schedule.
   *
   * @throws LimitExceededException if its tenant has as many as it may
   */
  public void admit(Caller caller, TenantId owner) {
    if (!caller.isOperator() && documents.count(DocumentKind.SCHEDULE, owner) >= MOST) {
      throw new LimitExceededException(
          "tenant %s has %d schedules, and may have no more; an operator can make them"
              .formatted(owner, MOST),
          Duration.ofMinutes(1));
    }
  }
}
