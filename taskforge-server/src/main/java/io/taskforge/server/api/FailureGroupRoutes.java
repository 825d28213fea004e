package io.taskforge.server.api;

import io.taskforge.failure.FailureKind;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Limits;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import io.taskforge.store.JobQueries;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;

/** Groups failures by cause. */
final class FailureGroupRoutes {
  private static final Field<Instant> FROM =
      Field.time("from", "only attempts that ended at or after this time");
  // A group that grows between requests may move to another page: the largest come first.
  private static final Field<Integer> CURSOR =
      Field.integer("cursor", "`next` of the previous page", 1, FailureGroupFilter.MAX_LIMIT);
  private static final View<FailureGroup.Sample> SAMPLE =
      View.<FailureGroup.Sample>of("FailureSample")
          .uuid("jobId", FailureGroup.Sample::job, "the job")
          .text("message", FailureGroup.Sample::message, "the error message");
  private static final View<FailureGroup> GROUP =
      View.<FailureGroup>of("FailureGroup")
          .text(
              "fingerprint",
              FailureGroup::fingerprint,
              "identifies the group; use it as failureGroup")
          .text("errorType", FailureGroup::errorType, "of the latest failure")
          .word("kind", FailureGroup::kind, FailureKind.class, "of the latest failure")
          .integer("count", FailureGroup::count, "the number of failed attempts")
          .time("firstSeen", g -> g.seen().first(), "when the first of them failed")
          .time("lastSeen", g -> g.seen().last(), "when the latest of them failed")
          .key(
              "queues",
              g -> new TreeSet<>(g.queues()),
              Schema.list(Schema.text()),
              "the queues; the first " + FailureGroup.MAX_QUEUES + " by name")
          .object("sample", FailureGroup::sample, SAMPLE, "the latest failure")
          .integer("deadJobs", FailureGroup::dead, "jobs of this group that are dead letters now");

  private final JobQueries queries;

  FailureGroupRoutes(JobQueries queries) {
    this.queries = queries;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/failure-groups", "listFailureGroups")
            .summary("Groups failed attempts by their cause, the largest groups first")
            .query(FROM, Fields.QUEUE, Fields.TENANT, Fields.LIMIT, CURSOR)
            .large()
            .answers(200, Schema.page(GROUP))
            .by(this::list));
  }

  private Reply list(Request request) {
    FieldValues query = request.query();
    int from = query.get(CURSOR, 0);
    int limit = query.get(Fields.LIMIT, Limits.DEFAULT_PAGE);
    FailureGroupFilter filter =
        FailureGroupFilter.all(Math.min(FailureGroupFilter.MAX_LIMIT, from + limit + 1))
            .from(query.get(FROM))
            .queue(query.get(Fields.QUEUE))
            .tenant(request.caller().only(query.get(Fields.TENANT)));
    List<FailureGroup> largest = queries.failureGroups(filter);
    int end = Math.min(largest.size(), from + limit);
    return PageReply.of(
        largest.subList(Math.min(from, end), end),
        GROUP::json,
        end < largest.size() ? Integer.toString(end) : null,
        group -> Integer.toString(largest.indexOf(group) + 1));
  }
}
