package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.TenantId;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.JobFilter;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.StoredSchedule;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import io.taskforge.store.JobQueries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds jobs, queues, types, schedules and failure groups by what a person has at hand. */
record SearchRoutes(TaskForge forge, JobQueries queries, KnownNames names) {
  private static final int SHOWN = 5;
  private static final int SCANNED_JOBS = 100_000;
  private static final int SCANNED_SCHEDULES = 1_000;
  private static final Pattern ID =
      Pattern.compile("[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}");
  private static final Pattern END_OF_ID = Pattern.compile("[0-9a-f]{6,32}");
  private static final Field<String> TEXT =
      Field.text(
              "q",
              "a job's id or the end of it, an idempotency key, or a part of the name of a queue,"
                  + " type, tenant, schedule or error, or a failure group",
              300)
          .asRequired();

  private enum Kind {
    JOB,
    QUEUE,
    TYPE,
    TENANT,
    SCHEDULE,
    FAILURE_GROUP
  }

  /**
   * @param id its id, its name, or its fingerprint
   * @param text a description
   */
  private record Hit(Kind kind, String id, String text, @Nullable TenantId tenant) {}

  private static final View<Hit> HIT =
      View.<Hit>of("SearchHit")
          .word("kind", Hit::kind, Kind.class, "what was found")
          .text("id", Hit::id, "its id, its name, or the fingerprint of a failure group")
          .text("text", Hit::text, "a description; may be empty")
          .textOrNull("tenant", Hit::tenant, "its tenant; null if it has none");
  private static final View<KnownNames.Names> NAMES =
      View.<KnownNames.Names>of("Names")
          .key("queues", KnownNames.Names::queues, texts(), "queues with settings or recent jobs")
          .key("types", KnownNames.Names::types, texts(), "types of recent jobs and of workers")
          .key("tenants", KnownNames.Names::tenants, texts(), "tenants of recent jobs")
          .key(
              "errorTypes",
              KnownNames.Names::errorTypes,
              texts(),
              "errors of the largest failure groups");

  private static Schema texts() {
    return Schema.list(Schema.text());
  }

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/search", "findAnything")
            .summary(
                "Finds a job by its id, the end of its id (among the newest 100000) or its"
                    + " idempotency key, and queues, types, tenants, schedules and failure groups"
                    + " by name")
            .query(TEXT)
            .answers(200, Schema.page(HIT))
            .by(this::search),
        Route.get("/api/v1/names", "listNames")
            .summary(
                "Lists names that occur in jobs of the last 7 days, at most 1000; up to 10 s old")
            .query(Fields.TENANT)
            .answers(200, NAMES)
            .by(
                request ->
                    Reply.ok(
                        NAMES.json(
                            names.of(request.caller().only(request.query().get(Fields.TENANT)))))));
  }

  private Reply search(Request request) {
    String text = request.query().required(TEXT).replace("…", "").strip();
    List<Hit> hits = new ArrayList<>();
    if (!text.isEmpty()) {
      @Nullable TenantId tenant = request.caller().tenant();
      jobs(text, tenant, hits);
      KnownNames.Names known = names.of(tenant);
      named(Kind.QUEUE, known.queues(), text, hits);
      named(Kind.TYPE, known.types(), text, hits);
      if (tenant == null) {
        named(Kind.TENANT, known.tenants(), text, hits);
      }
      groups(known.groups(), text, tenant, hits);
      schedules(text, tenant, hits);
    }
    return PageReply.all(hits, HIT::json);
  }

  private void jobs(String text, @Nullable TenantId tenant, List<Hit> hits) {
    Map<JobId, Job> found = new LinkedHashMap<>();
    String digits = text.replace("-", "").toLowerCase(Locale.ROOT);
    if (ID.matcher(text).matches()) {
      found.putAll(queries.jobs(List.of(JobId.parse(text))));
    } else if (END_OF_ID.matcher(digits).matches()) {
      found.putAll(queries.jobs(queries.idsEndingWith(digits, SCANNED_JOBS)));
    }
    key(text)
        .forEach(
            key ->
                queries
                    .list(JobFilter.all(SHOWN).tenant(tenant).key(key).withoutPayloads())
                    .items()
                    .forEach(job -> found.put(job.id(), job)));
    found.values().stream()
        .filter(job -> tenant == null || tenant.equals(job.tenant()))
        .limit(SHOWN)
        .forEach(
            job ->
                hits.add(
                    new Hit(
                        Kind.JOB,
                        job.id().toString(),
                        "%s, %s in %s"
                            .formatted(
                                job.type(),
                                job.state().name().toLowerCase(Locale.ROOT),
                                job.queue()),
                        job.tenant())));
  }

  private static List<IdempotencyKey> key(String text) {
    try {
      return List.of(new IdempotencyKey(text));
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }

  private static void named(Kind kind, Collection<String> all, String text, List<Hit> hits) {
    all.stream()
        .filter(name -> contains(name, text))
        .limit(SHOWN)
        .forEach(name -> hits.add(new Hit(kind, name, "", null)));
  }

  private static boolean contains(String whole, String part) {
    return whole.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
  }

  private void groups(
      List<FailureGroup> known, String text, @Nullable TenantId tenant, List<Hit> hits) {
    known.stream()
        .filter(
            group ->
                contains(group.errorType(), text)
                    || contains(group.sample().message(), text)
                    || group.fingerprint().value().equals(text))
        .limit(SHOWN)
        .forEach(
            group ->
                hits.add(
                    new Hit(
                        Kind.FAILURE_GROUP,
                        group.fingerprint().value(),
                        group.errorType() + ": " + group.sample().message(),
                        tenant)));
  }

  private void schedules(String text, @Nullable TenantId tenant, List<Hit> hits) {
    forge.schedules().list(tenant, null, SCANNED_SCHEDULES).items().stream()
        .map(StoredSchedule::schedule)
        .filter(each -> contains(each.id().value(), text) || contains(each.name(), text))
        .limit(SHOWN)
        .forEach(each -> hits.add(hit(each)));
  }

  private static Hit hit(Schedule schedule) {
    return new Hit(Kind.SCHEDULE, schedule.id().value(), schedule.name(), schedule.tenant());
  }
}
