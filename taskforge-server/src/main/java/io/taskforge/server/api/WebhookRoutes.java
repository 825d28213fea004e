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
import io.taskforge.server.outbound.TargetUrl;
import io.taskforge.server.webhook.StoredWebhook;
import io.taskforge.server.webhook.WebhookEvent;
import io.taskforge.server.webhook.WebhookSettings;
import io.taskforge.server.webhook.Webhooks;
import io.taskforge.store.DocumentKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Manages webhooks and rotates their secrets. */
record WebhookRoutes(Webhooks webhooks, WebhookFields form) {
  static final String PATH = "/api/v1/webhooks";
  private static final Field<String> ID = Field.text("id", "the webhook's id", WebhookRoutes::id);
  private static final Field<TenantId> TENANT =
      Field.text("tenant", "the tenant of the webhook; `default` if not given", TenantId::new);
  private static final Field<DocumentKey> CURSOR =
      Field.text("cursor", "`next` of the previous page", WebhookRoutes::cursor);

  List<Route> routes() {
    return List.of(
        Route.get(PATH, "listWebhooks")
            .summary("Lists webhooks, ordered by tenant and id, without their secrets")
            .query(Fields.TENANT, Fields.LIMIT, CURSOR)
            .large()
            .answers(200, Schema.page(WebhookFields.VIEW))
            .by(this::list),
        Route.post(PATH, "createWebhook")
            .summary("Creates a webhook and shows its secret once")
            .access(Access.own(Scope.ADMIN))
            .audited("webhook.create")
            .takes(form.newShape())
            .answers(201, WebhookFields.WITH_SECRET)
            .problems(409)
            .by(this::create),
        one(Route.get(PATH + "/{id}", "getWebhook").summary("Shows a webhook, without its secret"))
            .answers(200, WebhookFields.VIEW)
            .by(request -> shown(find(webhooks, request))),
        changing(
                Route.put(PATH + "/{id}", "putWebhook")
                    .summary("Replaces a webhook's settings; its secret is kept"))
            .audited("webhook.update")
            .takes(form.planShape())
            .answers(200, WebhookFields.VIEW)
            .problems(412)
            .by(this::put),
        changing(
                Route.delete(PATH + "/{id}", "deleteWebhook")
                    .summary("Deletes a webhook and discards its pending deliveries"))
            .audited("webhook.delete")
            .answers(204)
            .problems(412)
            .by(this::delete),
        changing(
                Route.post(PATH + "/{id}/rotate-secret", "rotateWebhookSecret")
                    .summary(
                        "Creates a new secret and shows it once; the old one also signs for 24 hours"))
            .audited("webhook.rotate-secret")
            .answers(200, WebhookFields.WITH_SECRET)
            .problems(409, 412)
            .by(this::rotate));
  }

  static Route.Builder one(Route.Builder route) {
    return route.at(ID).query(TENANT);
  }

  static Route.Builder changing(Route.Builder route) {
    return one(route).access(Access.own(Scope.ADMIN));
  }

  private static String id(String text) {
    if (!text.matches("wh_[0-9a-f]{32}")) {
      throw new IllegalArgumentException("must be wh_ and 32 of 0-9 and a-f");
    }
    return text;
  }

  private static DocumentKey cursor(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != 2) {
      throw new IllegalArgumentException("must be next of a previous page");
    }
    return Webhooks.key(new TenantId(parts[0]), id(parts[1]));
  }

  private Reply list(Request request) {
    int limit = request.query().get(Fields.LIMIT, Limits.DEFAULT_PAGE);
    Webhooks.Page page =
        webhooks.list(
            request.caller().only(request.query().get(Fields.TENANT)),
            request.query().get(CURSOR),
            limit);
    return PageReply.of(
        page.items(),
        WebhookFields.VIEW::json,
        page.next() == null ? null : page.next().tenant() + "/" + page.next().id(),
        stored -> stored.webhook().tenant() + "/" + stored.webhook().id());
  }

  private Reply create(Request request) {
    TenantId tenant = request.caller().owner(request.body().get(Fields.TENANT));
    Webhooks.WithSecret made =
        webhooks
            .create(tenant, WebhookFields.read(request))
            .orElseThrow(
                () ->
                    Problem.conflict(
                        "tenant %s has reached its limit of %d webhooks"
                            .formatted(tenant, Webhooks.MAX_PER_TENANT)));
    request.audit().target(made.stored().webhook().id()).of(tenant);
    note(request, made.stored().webhook().settings());
    String query = tenant.equals(TenantId.DEFAULT) ? "" : "?tenant=" + tenant;
    return Reply.json(201, WebhookFields.of(made))
        .version(made.stored().version())
        .header("Location", PATH + "/" + made.stored().webhook().id() + query);
  }

  /** Returns the webhook of a path, or a 404; also if it belongs to another tenant. */
  static StoredWebhook find(Webhooks webhooks, Request request) {
    String id = request.path(ID);
    TenantId tenant = request.caller().owner(request.query().get(TENANT));
    request.audit().of(tenant);
    return webhooks.find(tenant, id).orElseThrow(() -> Problem.notFound("webhook " + id));
  }

  private static Reply shown(StoredWebhook stored) {
    return Reply.ok(WebhookFields.VIEW.json(stored)).version(stored.version());
  }

  /** Records only the host of the URL: path and query may contain a secret. */
  private static void note(Request request, WebhookSettings settings) {
    request
        .audit()
        .fact("host", TargetUrl.parse(settings.url()).hostAndPort())
        .fact(
            "events",
            settings.events().stream().map(WebhookEvent::word).collect(Collectors.joining(", ")))
        .fact("queue", settings.queue())
        .fact("type", settings.type())
        .fact("enabled", settings.enabled())
        .fact("allTenants", settings.allTenants() ? true : null);
  }

  private Reply put(Request request) {
    WebhookSettings settings = WebhookFields.read(request);
    note(request, settings);
    return shown(changed(request, before -> webhooks.replace(before, settings)));
  }

  private Reply rotate(Request request) {
    Webhooks.WithSecret rotated =
        changed(
            request,
            before -> {
              webhooks.noRotationUntil(before).ifPresent(until -> refuseRotation(before, until));
              return webhooks.rotate(before);
            });
    return Reply.ok(WebhookFields.of(rotated)).version(rotated.stored().version());
  }

  /** Rejects a rotation that would drop a secret that must still sign. */
  private static void refuseRotation(StoredWebhook before, Instant until) {
    throw Problem.conflict(
        "webhook %s has reached its limit of %d earlier secrets that still sign; the first of them signs until %s: rotate again then, or create another webhook and delete this one"
            .formatted(before.webhook().id(), Webhooks.MAX_OLD_SECRETS, until));
  }

  private Reply delete(Request request) {
    return changed(
        request,
        before -> {
          note(request, before.webhook().settings());
          return webhooks.delete(before) ? Optional.of(Reply.nothing()) : Optional.empty();
        });
  }

  /** Retries a change until no concurrent change interferes (compare-and-set). */
  private <T> T changed(Request request, Function<StoredWebhook, Optional<T>> change) {
    Precondition condition = request.precondition();
    while (true) {
      StoredWebhook before = find(webhooks, request);
      condition.check("webhook " + before.webhook().id(), before.version());
      Optional<T> now = change.apply(before);
      if (now.isPresent()) {
        return now.get();
      }
    }
  }
}
