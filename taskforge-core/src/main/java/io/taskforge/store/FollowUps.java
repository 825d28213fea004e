package io.taskforge.store;

import io.taskforge.job.JobState;
import io.taskforge.job.JobType;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.util.List;

/**
 * Says which jobs follow when others end. A store asks inside the transaction that ends them and
 * stores the answer in it: both are there, or neither is.
 *
 * <p>It is asked while that transaction holds its locks: be quick, and call nothing of the store's.
 * It may be asked again about the same end, if the transaction was rolled back: do nothing but
 * answer. It may be asked from several threads at once.
 *
 * <p>What it throws does not keep a job from ending: it is logged, and nothing follows. The one
 * exception is a {@link StoreException} that is transient, for "I can't say now": then the end is
 * not written either, and is tried again as if the store had been away.
 *
 * <p>A follow-up ends too, and is asked about: a rule that wants its own kind never stops.
 */
@FunctionalInterface
public interface FollowUps {
  /** Nothing ever follows, and stores pay nothing for it. */
  FollowUps NONE =
      new FollowUps() {
        @Override
        public boolean wants(TenantId tenant, QueueName queue, JobType type, JobState state) {
          return false;
        }

        @Override
        public List<NewJob> after(List<EndedJob> ended) {
          return List.of();
        }
      };

  /**
   * Whether something may follow if such a job ends so. Asked before each commit, for each job:
   * cheaply. Without a yes, a store writes exactly as if nobody had asked.
   *
   * @param queue the queue that the job runs in
   */
  default boolean wants(TenantId tenant, QueueName queue, JobType type, JobState state) {
    return true;
  }

  /**
   * Returns the jobs that follow, in any number.
   *
   * @param ended the ends of one transaction that {@link #wants} said yes to; never none
   */
  List<NewJob> after(List<EndedJob> ended);
}
