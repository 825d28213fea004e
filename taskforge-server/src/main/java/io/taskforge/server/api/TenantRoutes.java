package io.taskforge.server.api;

import io.taskforge.job.TenantId;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Limits;
import io.taskforge.server.http.Precondition;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.View;
import io.taskforge.server.tenant.StoredLimits;
import io.taskforge.server.tenant.StoredLimits.Versioned;
import io.taskforge.server.tenant.StoredTenantQuotas;
import io.taskforge.server.tenant.TenantLimits;
import java.util.List;
import java.util.Optional;

/** Manages the limits of tenants. */
record TenantRoutes(StoredLimits stored, StoredTenantQuotas enforced) {
  private static final String PATH = "/api/v1/tenants/{name}";
  static final Field<TenantId> NAME = Field.text("name", "the tenant's id", TenantId::new);
  private static final Field<TenantId> CURSOR =
      Field.text("cursor", "`next` of the previous page", TenantId::new);
  private static final Field<Integer> MAX_WAITING =
      Field.integer(
          "maxWaiting",
          "the maximum number of waiting jobs in all queues together; no limit if not given",
          0,
          1_000_000_000);
  private static final Field<Double> JOBS_PER_SECOND =
      Field.number(
          "jobsPerSecond",
          "the rate limit of enqueueing, for each node; no limit if not given",
          0.001,
          1_000_000);
  private static final View<Versioned> LIMITS =
      View.<Versioned>of("TenantLimits")
          .text("name", Versioned::tenant, "the tenant")
          .integerOrNull("maxWaiting", e -> e.limits().maxWaiting(), "null for no limit")
          .numberOrNull("jobsPerSecond", e -> e.limits().jobsPerSecond(), "null for no limit")
          .integer("version", Versioned::version, "increases with each change");

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/tenants", "listTenants")
            .summary("Lists tenants that have limits")
            .access(Access.shared(Scope.READ))
            .query(Fields.LIMIT, CURSOR)
            .large()
            .answers(200, Schema.page(LIMITS))
            .by(this::list),
        Route.get(PATH, "getTenant")
            .summary("Shows a tenant's limits")
            .access(Access.shared(Scope.READ))
            .at(NAME)
            .answers(200, LIMITS)
            .by(request -> shown(find(request.path(NAME)), 200)),
        Route.put(PATH, "putTenant")
            .summary("Sets a tenant's limits; requests above a limit get a 429")
            .access(Access.shared(Scope.ADMIN))
            .audited("tenant.update")
            .at(NAME)
            .takes(
                Shape.of("NewTenantLimits", MAX_WAITING, JOBS_PER_SECOND)
                    .example("{\"maxWaiting\": 10000, \"jobsPerSecond\": 50}"))
            .answers(200, LIMITS)
            .answers(201, LIMITS)
            .problems(412)
            .by(this::put),
        Route.delete(PATH, "deleteTenant")
            .summary("Removes a tenant's limits")
            .access(Access.shared(Scope.ADMIN))
            .audited("tenant.delete")
            .at(NAME)
            .answers(204)
            .problems(412)
            .by(this::delete));
  }

  private Reply list(Request request) {
    int limit = request.query().get(Fields.LIMIT, Limits.DEFAULT_PAGE);
    StoredLimits.Page page = stored.list(request.query().get(CURSOR), limit);
    return PageReply.of(page.items(), LIMITS::json, page.next(), Versioned::tenant);
  }

  private Versioned find(TenantId tenant) {
    return stored.find(tenant).orElseThrow(() -> Problem.notFound("limit of tenant " + tenant));
  }

  private Reply put(Request request) {
    TenantId tenant = request.path(NAME);
    Integer waiting = request.body().get(MAX_WAITING);
    TenantLimits limits =
        new TenantLimits(
            waiting == null ? null : waiting.longValue(), request.body().get(JOBS_PER_SECOND));
    Precondition condition = request.precondition();
    while (true) {
      long before = stored.find(tenant).map(Versioned::version).orElse(0L);
      condition.check("limits of tenant " + tenant, before);
      Optional<Versioned> now = stored.put(tenant, limits, before);
      if (now.isPresent()) {
        enforced.changed(tenant);
        return shown(now.get(), before == 0 ? 201 : 200);
      }
    }
  }

  private Reply delete(Request request) {
    TenantId tenant = request.path(NAME);
    Precondition condition = request.precondition();
    Versioned before;
    do {
      before = find(tenant);
      condition.check("limits of tenant " + tenant, before.version());
    } while (!stored.delete(tenant, before.version()));
    enforced.changed(tenant);
    return Reply.nothing();
  }

  private static Reply shown(Versioned tenant, int status) {
    return Reply.json(status, LIMITS.json(tenant)).version(tenant.version());
  }
}
