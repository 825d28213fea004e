package io.taskforge.server.api;

import io.taskforge.job.TenantId;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.ApiKey;
import io.taskforge.server.access.ApiKeys;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.View;
import java.time.Duration;
import java.util.List;

/** Creates, lists and revokes API keys, and shows what the caller's key allows. */
record KeyRoutes(ApiKeys keys) {
  private static final String PATH = "/api/v1/keys";
  private static final int MAX_PER_TENANT = 1_000;
  private static final Field<String> ID = Fields.hexId("the key's id");
  private static final Field<String> NAME = Field.text("name", "a descriptive name", 200);
  private static final Field<Boolean> ALL_TENANTS =
      Field.bool("allTenants", "true for a key that covers all tenants; otherwise give tenant");
  private static final Field<Scope> SCOPE =
      new Field<>(
          "scope",
          "what the key allows; each scope includes the ones before",
          Schema.oneOf("read", "write", "admin"),
          true,
          value -> value.oneOf(List.of(Scope.values()), Scope::word));
  private static final Field<Duration> EXPIRES_IN =
      Field.duration(
          "expiresIn",
          "how long the key is valid; by default, it does not expire",
          Duration.ofSeconds(1),
          Duration.ofDays(36_500));
  private static final Shape NEW =
      Shape.of("NewKey", SCOPE, Fields.TENANT, ALL_TENANTS, NAME, EXPIRES_IN)
          .example("{\"scope\": \"admin\", \"allTenants\": true, \"name\": \"operator\"}")
          .checking(
              (sent, values) -> {
                if (values.get(ALL_TENANTS, false) && values.has(Fields.TENANT)) {
                  sent.optional("tenant").fault("cannot be combined with allTenants: true");
                }
              });
  private static final View<ApiKey> KEY = view("Key");
  private static final Schema NEW_KEY =
      view("CreatedKey").required("key", Schema.text(), "the key itself, shown only now");

  private static final View<Caller> CALLER =
      View.<Caller>of("Caller")
          .text("name", Caller::name, "the id of the API key, or local while there are no keys")
          .textOrNull("tenant", Caller::tenant, "the tenant of the key; null for an operator")
          .lowerCaseWord("scope", Caller::scope, Scope.class, "what the key allows");

  private static View<ApiKey> view(String name) {
    return View.<ApiKey>of(name)
        .text("id", ApiKey::id, "the id; the key begins with tfk_ and this id")
        .text("name", ApiKey::name, "a descriptive name")
        .textOrNull("tenant", ApiKey::tenant, "the tenant; null for a key that covers all tenants")
        .lowerCaseWord("scope", ApiKey::scope, Scope.class, "what the key allows")
        .time("createdAt", ApiKey::createdAt, "when it was created")
        .timeOrNull("expiresAt", ApiKey::expiresAt, "when it expires")
        .timeOrNull("revokedAt", ApiKey::revokedAt, "when it was revoked")
        .timeOrNull("lastUsedAt", ApiKey::lastUsedAt, "when it was used last, to the minute");
  }

  List<Route> routes() {
    return List.of(
        Route.get(PATH, "listKeys")
            .summary("Lists API keys, without their secrets")
            .access(Access.own(Scope.ADMIN))
            .answers(200, Schema.page(KEY))
            .by(this::list),
        Route.post(PATH, "createKey")
            .summary("Creates an API key and shows it once")
            .access(Access.own(Scope.ADMIN))
            .audited("key.create")
            .takes(NEW)
            .answers(201, NEW_KEY)
            .problems(409)
            .by(this::create),
        Route.delete(PATH + "/{id}", "revokeKey")
            .summary("Revokes an API key; effective within a second")
            .access(Access.own(Scope.ADMIN))
            .audited("key.revoke")
            .at(ID)
            .answers(200, KEY)
            .by(this::revoke),
        Route.get("/api/v1/caller", "getCaller")
            .summary("Shows the caller's tenant and what its API key allows")
            .answers(200, CALLER)
            .by(request -> Reply.ok(CALLER.json(request.caller()))));
  }

  private Reply list(Request request) {
    return PageReply.all(
        keys.list().stream().filter(key -> sees(request.caller(), key)).toList(), KEY::json);
  }

  private static boolean sees(Caller caller, ApiKey key) {
    return caller.isOperator() || (key.tenant() != null && caller.sees(key.tenant()));
  }

  private Reply create(Request request) {
    FieldValues body = request.body();
    Caller caller = request.caller();
    boolean all = body.get(ALL_TENANTS, false);
    if (all) {
      caller.check(Access.shared(Scope.ADMIN));
    }
    TenantId tenant = all ? null : caller.owner(body.get(Fields.TENANT));
    if (!keys.any() && !(all && body.required(SCOPE) == Scope.ADMIN)) {
      throw Problem.conflict(
          "creating the first API key turns authentication on; the first key must have scope"
              + " admin and cover all tenants");
    }
    if (tenant != null && !caller.isOperator()) {
      checkQuota(tenant);
    }
    ApiKeys.Created made =
        keys.create(body.get(NAME, ""), tenant, body.required(SCOPE), body.get(EXPIRES_IN));
    request
        .audit()
        .target(made.key().id())
        .of(tenant)
        .fact("name", made.key().name())
        .fact("scope", made.key().scope().word())
        .fact("allTenants", all ? true : null);
    return Reply.json(201, KEY.json(made.key()).put("key", made.text()));
  }

  /** Limits the keys of a tenant: listing reads all of them, and none is ever deleted. */
  private void checkQuota(TenantId tenant) {
    long there = keys.list().stream().filter(key -> tenant.equals(key.tenant())).count();
    if (there >= MAX_PER_TENANT) {
      throw Problem.conflict(
          "tenant %s has reached its limit of %d keys, including revoked ones; an operator can create more"
              .formatted(tenant, MAX_PER_TENANT));
    }
  }

  private Reply revoke(Request request) {
    String id = request.path(ID);
    ApiKey revoked =
        keys.find(id)
            .filter(key -> sees(request.caller(), key))
            .flatMap(key -> keys.revoke(key.id()))
            .orElseThrow(() -> Problem.notFound("key " + id));
    request.audit().of(revoked.tenant()).fact("name", revoked.name());
    return Reply.ok(KEY.json(revoked));
  }
}
