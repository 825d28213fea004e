package io.taskforge.query;

import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.store.PageBytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of jobs. It ends at the filter's limit, or with the job whose texts (payload, result,
 * retry policy, last error) bring the page to {@link PageBytes#MAX}.
 *
 * @param next the cursor of the next page, or null if this is the last
 */
public record JobPage(List<Job> items, @Nullable JobId next) {
  public JobPage {
    items = List.copyOf(items);
  }
}
