package io.taskforge.job;

import java.util.List;

/**
 * Creates jobs when other jobs end. The store calls it inside the transaction that ends them and
 * stores the new jobs in the same transaction: both are committed, or neither.
 *
 * <p>The transaction holds locks during the call: be fast, and do not call the store. It may be
 * called again for the same end after a rollback: have no side effects. It must be thread-safe.
 *
 * <p>An exception does not prevent a job from ending: it is logged, and there are no follow-ups.
 * Only a transient {@link StoreException} rolls the transaction back, and it is retried.
 *
 * <p>Follow-ups end too: a rule that matches its own follow-ups never stops.
 */
@FunctionalInterface
public interface FollowUps {
  /** No follow-ups, at no cost for stores. */
  FollowUps NONE =
      new FollowUps() {
        @Override
        public boolean wants(TenantId tenant, QueueName queue, JobTypeName type, JobState state) {
          return false;
        }

        @Override
        public List<NewJob> after(List<EndedJob> ended) {
          return List.of();
        }
      };

  /**
   * Whether a job that ends like this may have follow-ups. Called before each commit for each job,
   * so it must be cheap.
   *
   * @param queue the job's queue
   */
  default boolean wants(TenantId tenant, QueueName queue, JobTypeName type, JobState state) {
    return true;
  }

  /**
   * Returns any number of new jobs.
   *
   * @param ended the ended jobs of one transaction for which {@link #wants} is true; never empty
   */
  List<NewJob> after(List<EndedJob> ended);
}
