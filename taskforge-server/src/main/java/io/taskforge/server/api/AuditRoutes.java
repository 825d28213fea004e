package io.taskforge.server.api;

import io.taskforge.audit.AuditEntry;
import io.taskforge.audit.AuditFilter;
import io.taskforge.audit.AuditLog;
import io.taskforge.audit.AuditRecord;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Limits;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import java.time.Instant;
import java.util.List;

/** Lists the audit log. */
record AuditRoutes(AuditLog log) {
  private static final Field<String> ACTOR =
      Field.text("actor", "the id of an API key, local, or system", 200);
  private static final Field<String> ACTION =
      Field.text("action", "an action, such as queue.pause", 200);
  private static final Field<String> TARGET =
      Field.text("target", "a type such as queue, or a type and id such as queue/mail", 1_000);
  private static final Field<Instant> FROM =
      Field.time("from", "only entries at or after this time");
  private static final Field<Instant> TO = Field.time("to", "only entries before this time");
  private static final Field<Long> CURSOR = Fields.cursor(AuditRoutes::cursor);
  private static final View<AuditEntry> TARGET_VIEW =
      View.<AuditEntry>of("AuditTarget")
          .text("type", AuditEntry::targetType, "the type of the target, such as queue")
          .text("id", AuditEntry::targetId, "its id; empty if it has none");
  private static final View<AuditRecord> ENTRY =
      View.<AuditRecord>of("AuditEntry")
          .integer("sequence", AuditRecord::sequence, "increases with each entry")
          .time("at", AuditRecord::at, "the time")
          .textOrNull(
              "tenant", e -> e.entry().tenant(), "the tenant; null if the target belongs to none")
          .text("actor", e -> e.entry().actor(), "the id of the API key, local, or system")
          .text("action", e -> e.entry().action(), "the action, such as queue.pause")
          .object("target", AuditRecord::entry, TARGET_VIEW, "the target of the action")
          .word(
              "outcome",
              e -> e.entry().outcome(),
              AuditEntry.Outcome.class,
              "DONE, or DENIED if the key did not allow it")
          .raw("detail", e -> e.entry().detail(), Schema.map(Schema.any()), "further details");

  private static Long cursor(String text) {
    if (!text.matches("[0-9]{1,18}")) {
      throw new IllegalArgumentException("must be next of a previous page");
    }
    return Long.valueOf(text);
  }

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/audit", "listAuditEntries")
            .summary("Lists audit log entries, newest first; a tenant's key sees that tenant's")
            .access(Access.own(Scope.ADMIN))
            .query(ACTOR, ACTION, TARGET, Fields.TENANT, FROM, TO, Fields.LIMIT, CURSOR)
            .large()
            .answers(200, Schema.page(ENTRY))
            .by(this::list));
  }

  private Reply list(Request request) {
    int limit = request.query().get(Fields.LIMIT, Limits.DEFAULT_PAGE);
    List<AuditRecord> found = log.list(filter(request, limit + 1));
    boolean more = found.size() > limit;
    List<AuditRecord> page = more ? found.subList(0, limit) : found;
    return PageReply.of(
        page, ENTRY::json, more ? page.get(limit - 1).sequence() : null, AuditRecord::sequence);
  }

  private static AuditFilter filter(Request request, int limit) {
    FieldValues query = request.query();
    String target = query.get(TARGET);
    int slash = target == null ? -1 : target.indexOf('/');
    return AuditFilter.all(limit)
        .tenant(request.caller().only(query.get(Fields.TENANT)))
        .actor(query.get(ACTOR))
        .action(query.get(ACTION))
        .target(
            target == null || slash < 0 ? target : target.substring(0, slash),
            target == null || slash < 0 ? null : target.substring(slash + 1))
        .between(query.get(FROM), query.get(TO))
        .before(query.get(CURSOR));
  }
}
