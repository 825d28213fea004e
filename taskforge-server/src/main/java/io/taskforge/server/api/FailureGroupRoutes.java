package io.taskforge.server.api;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.QueueName;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.server.http.Field;
import io.taskforge.json.Json;
import io.taskforge.server.http.Limits;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.FieldValues;
import io.taskforge.store.JobQueries;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Failures of one cause, together. */
final class FailureGroupRoutes {
  private static final Field<Instant> FROM =
      Field.time("from", "only attempts that ended then or later");
  // A group that grows meanwhile may move from one page to another: it is a list of the largest.
  private static final Field<Integer> CURSOR =
      Field.integer("cursor", "the last answer's next", 1, FailureGroupFilter.MAX_LIMIT);
  private static final Schema GROUP =
      Schema.object("FailureGroup")
          .required(
              "fingerprint", Schema.text(), "what its failures have in common; a failureGroup")
          .required("errorType", Schema.text(), "of the latest")
          .required("kind", Schema.oneOf((Object[]) FailureKind.values()), "of the latest")
          .required("count", Schema.integer(), "how many attempts failed so")
          .required("firstSeen", Schema.time(), "when the first of them ended")
          .required("lastSeen", Schema.time(), "when the latest of them ended")
          .required(
              "queues",
              Schema.list(Schema.text()),
              "where they ran; the first " + FailureGroup.MAX_QUEUES + " by name")
          .required(
              "sample",
              Schema.object("FailureSample")
                  .required("jobId", Schema.text("uuid"), "the job that failed so last")
                  .required("message", Schema.text(), "what it said"),
              "the latest")
          .required("deadJobs", Schema.integer(), "jobs that ended so and are dead letters now");

  private final JobQueries queries;

  FailureGroupRoutes(JobQueries queries) {
    this.queries = queries;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/failure-groups")
            .operation("listFailureGroups")
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
        new FailureGroupFilter(
            query.get(FROM),
            query.get(Fields.QUEUE),
            request.caller().only(query.get(Fields.TENANT)),
            Math.min(FailureGroupFilter.MAX_LIMIT, from + limit + 1));
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
    json.put("firstSeen", JobJson.time(group.firstSeen()));
    json.put("lastSeen", JobJson.time(group.lastSeen()));
    ArrayNode queues = json.putArray("queues");
    group.queues().stream().map(QueueName::value).sorted().forEach(queues::add);
    json.putObject("sample")
        .put("jobId", group.sampleJob().toString())
        .put("message", group.sampleMessage());
    json.put("deadJobs", group.dead());
    return json;
  }
}
