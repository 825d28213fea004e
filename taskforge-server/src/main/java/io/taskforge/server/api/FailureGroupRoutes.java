package io.taskforge.server.api;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.QueueName;
import io.taskforge.json.strict.Json;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Limits;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.store.JobQueries;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Groups failures by cause. */
final class FailureGroupRoutes {
  private static final Field<Instant> FROM =
      Field.time("from", "only attempts that ended at or after this time");
  // A group that grows between requests may move to another page: the largest come first.
  private static final Field<Integer> CURSOR =
      Field.integer("cursor", "`next` of the previous page", 1, FailureGroupFilter.MAX_LIMIT);
  private static final Schema GROUP =
      Schema.object("FailureGroup")
          .required("fingerprint", Schema.text(), "identifies the group; use it as failureGroup")
          .required("errorType", Schema.text(), "of the latest failure")
          .required("kind", Schema.oneOf((Object[]) FailureKind.values()), "of the latest failure")
          .required("count", Schema.integer(), "the number of failed attempts")
          .required("firstSeen", Schema.time(), "when the first of them failed")
          .required("lastSeen", Schema.time(), "when the latest of them failed")
          .required(
              "queues",
              Schema.list(Schema.text()),
              "the queues; the first " + FailureGroup.MAX_QUEUES + " by name")
          .required(
              "sample",
              Schema.object("FailureSample")
                  .required("jobId", Schema.text("uuid"), "the job")
                  .required("message", Schema.text(), "the error message"),
              "the latest failure")
          .required("deadJobs", Schema.integer(), "jobs of this group that are dead letters now");

  private final JobQueries queries;

  FailureGroupRoutes(JobQueries queries) {
    this.queries = queries;
  }

  List<Route> routes() {
    return List.of(
        Route.get(
                "/api/v1/failure-groups",
                "listFailureGroups",
                "Groups failed attempts by their cause, the largest groups first")
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
        FailureGroupRoutes::shown,
        end < largest.size() ? Integer.toString(end) : null,
        group -> Integer.toString(largest.indexOf(group) + 1));
  }

  private static ObjectNode shown(FailureGroup group) {
    ObjectNode json = Json.object();
    json.put("fingerprint", group.fingerprint().value());
    json.put("errorType", group.errorType());
    json.put("kind", group.kind().name());
    json.put("count", group.count());
    json.put("firstSeen", JobJson.time(group.seen().first()));
    json.put("lastSeen", JobJson.time(group.seen().last()));
    ArrayNode queues = json.putArray("queues");
    group.queues().stream().map(QueueName::value).sorted().forEach(queues::add);
    json.putObject("sample")
        .put("jobId", group.sample().job().toString())
        .put("message", group.sample().message());
    json.put("deadJobs", group.dead());
    return json;
  }
}
