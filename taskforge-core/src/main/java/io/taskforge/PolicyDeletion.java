package io.taskforge;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import java.util.List;

/** The result of deleting a policy. */
public sealed interface PolicyDeletion {
  /** The policy was deleted. */
  record Deleted() implements PolicyDeletion {}

  /** There is no policy with that name. */
  record NotFound() implements PolicyDeletion {}

  /** The stored version is another one. */
  record Changed(long version) implements PolicyDeletion {}

  /**
   * Nothing was deleted, because queues or job types refer to the policy, or the default does.
   *
   * @param queues by name
   * @param types by name
   * @param isDefault whether the default policy of this TaskForge refers to it
   */
  record InUse(List<QueueName> queues, List<JobTypeName> types, boolean isDefault)
      implements PolicyDeletion {
    public InUse {
      queues = List.copyOf(queues);
      types = List.copyOf(types);
    }
  }
}
