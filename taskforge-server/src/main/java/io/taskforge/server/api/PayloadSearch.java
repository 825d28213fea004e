package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.server.http.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Searches payloads, which no index covers: reads the jobs that match the other filters, newest
 * first, up to a bound, and says how many it has read. The next page continues there.
 */
record PayloadSearch(TaskForge forge, PayloadMatch match) {
  private static final int JOBS_PER_READ = 500;
  // With JOBS_PER_READ at most 10 000 jobs, and as many bytes as that many pages.
  private static final int MAX_READS = 20;

  Reply page(JobFilter filter) {
    PageReply reply = new PageReply();
    @Nullable JobId last = filter.before();
    int scanned = 0;
    for (int reads = 0; reads < MAX_READS; reads++) {
      JobPage read = forge.jobs(filter.firstPage(JOBS_PER_READ).before(last).withPayloads());
      for (Job job : read.items()) {
        if (match.matches(job)) {
          boolean full =
              reply.size() == filter.limit()
                  || !reply.add(filter.payloads() ? JobJson.of(job) : JobJson.withoutPayload(job));
          if (full) {
            return reply(reply, last, scanned);
          }
        }
        last = job.id();
        scanned++;
      }
      if (read.next() == null) {
        return reply(reply, null, scanned);
      }
    }
    return reply(reply, last, scanned);
  }

  private static Reply reply(PageReply page, @Nullable JobId next, int scanned) {
    return page.reply(next == null ? null : next.toString(), ",\"scanned\":" + scanned);
  }
}
