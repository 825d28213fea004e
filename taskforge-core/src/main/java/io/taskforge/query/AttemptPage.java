package io.taskforge.query;

import io.taskforge.job.Attempt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of attempts, newest first.
 *
 * @param next the cursor of the next page, or null if this is the last
 */
public record AttemptPage(List<Attempt> items, @Nullable AttemptCursor next) {
  public AttemptPage {
    items = List.copyOf(items);
  }
}
