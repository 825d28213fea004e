package io.taskforge;

import io.taskforge.job.QueueName;
import java.util.List;

/** What became of the wish to delete a policy. */
public sealed interface PolicyDeletion {
  /** It is gone. */
  record Deleted() implements PolicyDeletion {}

  /** There is none of that name. */
  record NotFound() implements PolicyDeletion {}

  /** It has another version than the one that was to be deleted. */
  record Changed(long version) implements PolicyDeletion {}

  /**
   * Nothing was deleted: these queues refer to it.
   *
   * @param queues by name; never empty
   */
  record InUse(List<QueueName> queues) implements PolicyDeletion {
    public InUse {
      queues = List.copyOf(queues);
    }
  }
}
