package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.job.Attempt;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.query.AttemptCursor;
import io.taskforge.query.AttemptPage;
import io.taskforge.query.JobFilter;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.schedule.StoredSchedule;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Shows a schedule as a job that runs more than once, and its runs. */
record ScheduleRunsReply(TaskForge forge) {
  private static final int DEFAULT_LIMIT = 10;
  static final Field<Integer> LIMIT =
      Field.integer(
          "limit",
          "the most attempts to return; 10 by default. A page with large texts ends at 4 MiB,"
              + " with fewer",
          1,
          1_000);
  static final Field<AttemptCursor> CURSOR = Fields.cursor(AttemptCursor::parse);
  static final View<Shown> VIEW =
      View.<Shown>of("JobOfSchedule")
          .text("id", s -> s.key.id(), "the schedule's id")
          .text("tenant", s -> s.key.tenant(), "the tenant")
          .text("name", s -> s.of(Schedule::name, ""), "a descriptive name; may be empty")
          .key(
              "state",
              shown -> shown.of(s -> s.paused() ? "PAUSED" : "ACTIVE", "FINISHED"),
              Schema.oneOf("ACTIVE", "PAUSED", "FINISHED"),
              "FINISHED if the schedule has run for the last time, or was deleted")
          .timeOrNull(
              "nextRunAt",
              shown -> shown.of(s -> s.paused() ? null : s.nextRunAt(), null),
              "the next occurrence, or null")
          .optional(
              "lastRun",
              s -> s.last == null ? null : JobJson.withoutPayload(s.last),
              JobJson.LISTED,
              "the latest job; missing if none is kept")
          .optional(
              "schedule",
              s -> s.stored.map(ScheduleResponse.VIEW::json).orElse(null),
              ScheduleResponse.VIEW,
              "the schedule; missing once FINISHED");

  record Shown(ScheduleKey key, Optional<StoredSchedule> stored, @Nullable Job last) {
    private <V> @Nullable V of(Function<Schedule, V> value, @Nullable V finished) {
      return stored.isPresent() ? value.apply(stored.get().schedule()) : finished;
    }
  }

  static int limit(Request request) {
    return request.query().get(LIMIT, DEFAULT_LIMIT);
  }

  /** Returns a schedule and its latest job; a 404 if there is neither. */
  Reply show(ScheduleKey key, String missing) {
    Optional<StoredSchedule> stored = forge.schedules().get(key);
    Job last = lastRun(key);
    if (stored.isEmpty() && last == null) {
      throw Problem.notFound(missing);
    }
    return Reply.ok(VIEW.json(new Shown(key, stored, last)));
  }

  private @Nullable Job lastRun(ScheduleKey key) {
    List<Job> latest = forge.jobs(JobFilter.all(1).schedule(key).withoutPayloads()).items();
    return latest.isEmpty() ? null : latest.get(0);
  }

  /** Returns the attempts of a schedule's jobs; a 404 if there is no schedule and no job. */
  Reply runs(Request request, ScheduleKey key, String missing) {
    AttemptPage page = forge.schedules().runs(key, request.query().get(CURSOR), limit(request));
    if (page.items().isEmpty() && forge.schedules().get(key).isEmpty() && lastRun(key) == null) {
      throw Problem.notFound(missing);
    }
    if (request.prefersText()) {
      return Reply.text(text(page.items()));
    }
    return PageReply.of(page.items(), JobJson.ATTEMPT::json, page.next(), AttemptCursor::before);
  }

  /** Returns the table of each job, newest job first. */
  private String text(List<Attempt> newestFirst) {
    Map<JobId, List<Attempt>> byJob =
        newestFirst.stream()
            .collect(
                Collectors.groupingBy(Attempt::jobId, LinkedHashMap::new, Collectors.toList()));
    StringBuilder text = new StringBuilder();
    byJob.forEach(
        (id, attempts) -> {
          Collections.reverse(attempts);
          forge
              .job(id)
              .ifPresent(
                  job ->
                      text.append(text.isEmpty() ? "" : "\n")
                          .append(HistoryTable.of(job, attempts)));
        });
    return text.toString();
  }
}
