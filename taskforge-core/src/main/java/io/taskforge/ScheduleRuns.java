package io.taskforge;

import io.taskforge.job.Attempt;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.query.AttemptCursor;
import io.taskforge.query.AttemptFilter;
import io.taskforge.query.AttemptPage;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.store.JobQueries;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the attempts of all jobs of a schedule. */
record ScheduleRuns(JobQueries queries) {
  // More than the limit of most pages, since jobs that have not started yet have no attempts.
  private static final int MIN_JOBS = 50;

  AttemptPage page(ScheduleKey schedule, @Nullable AttemptCursor cursor, int limit) {
    JobFilter jobs =
        JobFilter.all(limit)
            .firstPage(Math.max(limit, MIN_JOBS))
            .schedule(schedule)
            .withoutPayloads();
    List<Job> started = new ArrayList<>();
    Integer before = null;
    if (cursor != null) {
      Job job = cursor.entry() > 1 ? queries.jobs(List.of(cursor.job())).get(cursor.job()) : null;
      if (job != null && isOf(schedule, job)) {
        started.add(job);
        before = cursor.entry();
      }
      jobs = jobs.before(cursor.job());
    }
    JobPage page;
    do {
      page = queries.list(jobs);
      page.items().stream().filter(job -> job.number().entry() > 0).forEach(started::add);
      jobs = jobs.before(page.next());
    } while (started.size() < limit && page.next() != null);
    // Each of these jobs has an attempt, so more jobs than the limit are not needed.
    List<JobId> read = started.stream().limit(limit).map(Job::id).toList();
    List<Attempt> attempts =
        new ArrayList<>(queries.attempts(AttemptFilter.latest(read, limit).before(before)));
    Collections.reverse(attempts);
    if (attempts.isEmpty()) {
      return new AttemptPage(List.of(), null);
    }
    Attempt last = attempts.get(attempts.size() - 1);
    boolean more =
        last.number().entry() > 1
            || page.next() != null
            || !started.get(started.size() - 1).id().equals(last.jobId());
    return new AttemptPage(attempts, more ? AttemptCursor.before(last) : null);
  }

  private static boolean isOf(ScheduleKey schedule, Job job) {
    return schedule.tenant().equals(job.tenant()) && schedule.id().equals(job.schedule());
  }
}
