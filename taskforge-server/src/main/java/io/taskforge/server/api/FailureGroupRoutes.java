package io.taskforge.server.api;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.TenantId;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Limits;
import io.taskforge.server.http.Precondition;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.View;
import io.taskforge.server.triage.GroupNote;
import io.taskforge.server.triage.GroupNotes;
import io.taskforge.store.JobQueries;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Failed attempts grouped by cause, and what operators recorded about the groups. */
record FailureGroupRoutes(JobQueries queries, GroupNotes notes) {
  private static final String PATH = "/api/v1/failure-groups";
  private static final int MAX_OWNER = 100;
  private static final int MAX_NOTE = 2_000;
  private static final Field<FailureFingerprint> FINGERPRINT =
      Field.text("fingerprint", "the group's fingerprint", FailureFingerprint::new);
  private static final Field<Instant> FROM =
      Field.time("from", "only attempts that ended at or after this time");
  private static final Field<Boolean> ONLY_MUTED =
      Field.bool("muted", "only muted groups, or only others; both if not given");
  // A group that grows between requests may move to another page: the largest come first.
  private static final Field<Integer> CURSOR =
      Field.integer("cursor", "`next` of the previous page", 1, FailureGroupFilter.MAX_LIMIT);
  private static final Field<String> OWNER = Field.text("owner", "owner of the group", MAX_OWNER);
  private static final Field<String> NOTE =
      Field.text("note", "a note for other operators", MAX_NOTE);
  private static final Field<Boolean> MUTED =
      Field.bool("muted", "true to mute the group; alerts do not depend on it");

  private record Noted(FailureGroup group, GroupNote note) {}

  private static final View<FailureGroup.Sample> SAMPLE =
      View.<FailureGroup.Sample>of("FailureSample")
          .uuid("jobId", FailureGroup.Sample::job, "the job")
          .text("message", FailureGroup.Sample::message, "the error message");
  private static final View<Noted> GROUP =
      View.<Noted>of("FailureGroup")
          .text(
              "fingerprint",
              n -> n.group.fingerprint(),
              "identifies the group; use it as failureGroup")
          .text("errorType", n -> n.group.errorType(), "of the latest failure")
          .word("kind", n -> n.group.kind(), FailureKind.class, "of the latest failure")
          .integer("count", n -> n.group.count(), "the number of failed attempts")
          .time("firstSeen", n -> n.group.seen().first(), "when the first of them failed")
          .time("lastSeen", n -> n.group.seen().last(), "when the latest of them failed")
          .key(
              "hours",
              n -> n.group.seen().hours(),
              Schema.list(Schema.integer()),
              "how many failed in each of the last 24 hours, oldest first; the last one ends now")
          .key(
              "queues",
              n -> new TreeSet<>(n.group.queues()),
              Schema.list(Schema.text()),
              "the queues; the first " + FailureGroup.MAX_NAMED + " by name")
          .key(
              "versions",
              n -> new TreeSet<>(n.group.versions()),
              Schema.list(Schema.text()),
              "the versions of the workers that ran them, as far as they were known; the first "
                  + FailureGroup.MAX_NAMED
                  + " by name")
          .object("sample", n -> n.group.sample(), SAMPLE, "the latest failure")
          .integer("deadJobs", n -> n.group.dead(), "jobs of this group that are dead letters now")
          .textOrNull("owner", n -> n.note.owner(), "owner of the group")
          .textOrNull("note", n -> n.note.note(), "a note of operators")
          .bool("muted", n -> n.note.muted(), "whether operators muted the group")
          .textOrNull(
              "notedBy",
              n -> n.note.by(),
              "the id of the API key that changed owner, note or mute last, or local")
          .timeOrNull("notedAt", n -> n.note.at(), "when that was")
          .integer(
              "version", n -> n.note.version(), "of owner, note and mute; 0 if there are none");

  List<Route> routes() {
    return List.of(
        Route.get(PATH, "listFailureGroups")
            .summary("Groups failed attempts by their cause, the largest groups first")
            .query(FROM, Fields.QUEUE, Fields.TENANT, ONLY_MUTED, Fields.LIMIT, CURSOR)
            .large()
            .answers(200, Schema.page(GROUP))
            .by(this::list),
        Route.get(PATH + "/{fingerprint}", "getFailureGroup")
            .summary("Shows a failure group")
            .at(FINGERPRINT)
            .query(FROM, Fields.QUEUE, Fields.TENANT)
            .answers(200, GROUP)
            .by(request -> shown(find(request), 200)),
        Route.put(PATH + "/{fingerprint}", "putFailureGroup")
            .summary("Sets owner, note and mute of a failure group; fields not given are removed")
            .access(Access.own(Scope.WRITE))
            .audited("failure-group.update")
            .at(FINGERPRINT)
            .query(Fields.TENANT)
            .takes(
                Shape.of("NewFailureGroupNote", OWNER, NOTE, MUTED)
                    .example("{\"owner\": \"payments team\", \"note\": \"see INC-42\"}"))
            .answers(200, GROUP)
            .problems(412)
            .by(this::put));
  }

  private Reply list(Request request) {
    FieldValues query = request.query();
    int from = query.get(CURSOR, 0);
    int limit = query.get(Fields.LIMIT, Limits.DEFAULT_PAGE);
    TenantId tenant = tenant(request);
    Boolean muted = query.get(ONLY_MUTED);
    Map<FailureFingerprint, GroupNote> known = notes.all(tenant);
    // Those that are left out must not shorten the page.
    int most = muted == null ? 0 : muted ? FailureGroupFilter.MAX_LIMIT : known.size();
    FailureGroupFilter filter =
        FailureGroupFilter.all(Math.min(FailureGroupFilter.MAX_LIMIT, most + from + limit + 1))
            .from(query.get(FROM))
            .queue(query.get(Fields.QUEUE))
            .tenant(tenant);
    List<Noted> largest =
        queries.failureGroups(filter).stream()
            .map(group -> noted(group, known))
            .filter(noted -> muted == null || noted.note.muted() == muted)
            .toList();
    int end = Math.min(largest.size(), from + limit);
    return PageReply.of(
        largest.subList(Math.min(from, end), end),
        GROUP::json,
        end < largest.size() ? end : null,
        noted -> largest.indexOf(noted) + 1);
  }

  private static Noted noted(FailureGroup group, Map<FailureFingerprint, GroupNote> known) {
    return new Noted(group, known.getOrDefault(group.fingerprint(), GroupNote.NONE));
  }

  /** A group may have failures of several tenants; each sees its own, and its own note. */
  private static @Nullable TenantId tenant(Request request) {
    return request.caller().only(request.query().get(Fields.TENANT));
  }

  private Noted find(Request request) {
    FailureFingerprint fingerprint = request.path(FINGERPRINT);
    TenantId tenant = tenant(request);
    FailureGroupFilter filter =
        FailureGroupFilter.all(1)
            .fingerprint(fingerprint)
            .from(request.query().get(FROM))
            .queue(request.query().get(Fields.QUEUE))
            .tenant(tenant);
    return queries.failureGroups(filter).stream()
        .findFirst()
        .map(group -> new Noted(group, notes.find(tenant, fingerprint)))
        .orElseThrow(() -> Problem.notFound("failure group " + fingerprint));
  }

  private Reply put(Request request) {
    Noted found = find(request);
    TenantId tenant = tenant(request);
    FieldValues body = request.body();
    GroupNote wanted =
        new GroupNote(
            body.get(OWNER),
            body.get(NOTE),
            body.get(MUTED, false),
            request.caller().name(),
            null,
            0);
    request
        .audit()
        .of(tenant)
        .fact("owner", wanted.owner())
        .fact("note", wanted.note())
        .fact("muted", wanted.muted());
    Precondition condition = request.precondition();
    FailureFingerprint fingerprint = found.group.fingerprint();
    long version = found.note.version();
    while (true) {
      condition.check("failure group " + fingerprint, version);
      Optional<GroupNote> stored = notes.put(tenant, fingerprint, wanted, version);
      if (stored.isPresent()) {
        return shown(new Noted(found.group, stored.get()), 200);
      }
      version = notes.find(tenant, fingerprint).version();
    }
  }

  private static Reply shown(Noted noted, int status) {
    return Reply.json(status, GROUP.json(noted)).version(noted.note.version());
  }
}
