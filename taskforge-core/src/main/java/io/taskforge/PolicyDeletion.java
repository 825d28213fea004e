package io.taskforge;

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
   * Nothing was deleted, because queues refer to the policy.
   *
   * @param queues by name; never empty
   */
  record InUse(List<QueueName> queues) implements PolicyDeletion {
    public InUse {
      queues = List.copyOf(queues);
    }
  }
}
