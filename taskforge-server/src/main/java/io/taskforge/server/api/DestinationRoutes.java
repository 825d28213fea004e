package io.taskforge.server.api;

import io.taskforge.Destinations;
import io.taskforge.destination.Breaker;
import io.taskforge.destination.Closure;
import io.taskforge.destination.Destination;
import io.taskforge.destination.DestinationAccess;
import io.taskforge.destination.DestinationError;
import io.taskforge.destination.DestinationId;
import io.taskforge.destination.Hold;
import io.taskforge.destination.ReleaseRate;
import io.taskforge.job.TenantId;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Limits;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.View;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows, holds and releases destinations. */
record DestinationRoutes(Destinations destinations) {
  private static final String PATH = "/api/v1/destinations";
  private static final Field<String> ID =
      Field.text(
          "id",
          "the destination's name, such as api.example.com:443",
          name -> new DestinationId(TenantId.DEFAULT, name).name());
  private static final Field<DestinationId> CURSOR = Fields.cursor(DestinationRoutes::cursor);
  private static final Field<String> REASON =
      Field.text("reason", "the reason, recorded in the audit log", 1_000).asRequired();
  private static final Field<Duration> FOR =
      Field.duration(
          "for",
          "how long to hold it; without this, until it is released",
          Duration.ofSeconds(1),
          Duration.ofDays(365));

  private static final View<DestinationError> ERROR =
      View.<DestinationError>of("DestinationError")
          .time("at", DestinationError::at, "when the call failed")
          .text("type", DestinationError::type, "the error type")
          .text("message", DestinationError::message, "the error message");
  private static final View<Closure> CLOSURE =
      View.<Closure>of("DestinationClosure")
          .time("from", Closure::from, "when its circuit breaker opened")
          .timeOrNull("until", Closure::until, "when it worked again without limit; or null");
  private static final View<Destination> VIEW =
      View.<Destination>of("Destination")
          .text("id", each -> each.id().name(), "the destination's name")
          .text("tenant", each -> each.id().tenant(), "the tenant whose jobs call it")
          .key(
              "access",
              each -> each.state().access().name().toLowerCase(Locale.ROOT),
              Schema.oneOf("open", "limited", "probes", "closed"),
              "whether jobs may call it: open without limit, limited while it recovers, probes"
                  + " only, or closed")
          .key(
              "breaker",
              DestinationRoutes::breaker,
              Schema.oneOf("closed", "open", "half-open"),
              "the state of its circuit breaker")
          .timeOrNull("until", DestinationRoutes::until, "when it is probed or its hold ends")
          .numberOrNull(
              "releaseRate",
              DestinationRoutes::releaseRate,
              "calls per second that are released while it recovers")
          .textOrNull("hold", DestinationRoutes::holdReason, "why it is held")
          .textOrNull(
              "heldBy",
              DestinationRoutes::heldBy,
              "the id of the API key that holds it, or local; null if it is not held, or by"
                  + " Retry-After")
          .integer("calls", each -> each.state().window().total(), "calls in the window")
          .integer("failed", each -> each.state().window().failed(), "failed calls of these")
          .list("errors", each -> each.state().errors(), ERROR, "the last errors, newest first")
          .list(
              "closures",
              each -> each.state().closures(),
              CLOSURE,
              "when jobs did not call it freely: from the opening of its circuit breaker to the end"
                  + " of the recovery; the last 20, oldest first")
          .time("changedAt", Destination::changedAt, "when its state last changed");

  List<Route> routes() {
    return List.of(
        Route.get(PATH, "listDestinations")
            .summary("Lists destinations with failures or holds, ordered by tenant and name")
            .query(Fields.TENANT, Fields.LIMIT, CURSOR)
            .answers(200, Schema.page(VIEW))
            .large()
            .by(this::list),
        Route.get(PATH + "/{id}", "getDestination")
            .summary("Shows a destination: circuit breaker, release rate and last errors")
            .at(ID)
            .query(Fields.TENANT)
            .answers(200, VIEW)
            .by(this::get),
        verb("hold", "Holds a destination: no job calls it until the hold ends")
            .takes(
                Shape.of("DestinationHold", REASON, FOR)
                    .example("{\"reason\": \"maintenance\", \"for\": \"30m\"}"))
            .by(this::hold),
        verb(
                "release",
                "Ends a hold and closes the circuit breaker; the backlog is released slowly")
            .takes(
                Shape.of("DestinationRelease", REASON)
                    .example("{\"reason\": \"maintenance is over\"}"))
            .by(
                request ->
                    changed(
                        request,
                        destinations.release(id(request), request.body().required(REASON)))));
  }

  private static Route.Builder verb(String verb, String summary) {
    return Route.post(PATH + "/{id}/" + verb, verb + "Destination")
        .summary(summary)
        .access(Access.own(Scope.WRITE))
        .audited("destination." + verb)
        .at(ID)
        .query(Fields.TENANT)
        .answers(200, VIEW);
  }

  private Reply list(Request request) {
    int limit = request.query().get(Fields.LIMIT, Limits.DEFAULT_PAGE);
    TenantId tenant = request.caller().only(request.query().get(Fields.TENANT));
    List<Destination> found = destinations.list(tenant, request.query().get(CURSOR), limit + 1);
    List<Destination> page = found.subList(0, Math.min(limit, found.size()));
    return PageReply.of(
        page,
        VIEW::json,
        found.size() > limit ? cursor(page.get(page.size() - 1)) : null,
        DestinationRoutes::cursor);
  }

  private Reply get(Request request) {
    DestinationId id = id(request);
    return destinations
        .find(id)
        .map(found -> Reply.ok(VIEW.json(found)))
        .orElseThrow(() -> Problem.notFound("destination " + id));
  }

  private Reply hold(Request request) {
    Duration time = request.body().get(FOR);
    request.audit().fact("for", time == null ? "until released" : DurationText.format(time));
    String reason = request.body().required(REASON);
    return changed(request, destinations.hold(id(request), time, reason, request.caller().name()));
  }

  private static DestinationId id(Request request) {
    TenantId tenant = request.caller().owner(request.query().get(Fields.TENANT));
    return new DestinationId(tenant, request.path(ID));
  }

  private static Reply changed(Request request, Destination now) {
    request.audit().of(now.id().tenant()).fact("reason", request.body().required(REASON));
    return Reply.ok(VIEW.json(now));
  }

  private static String cursor(Destination last) {
    return last.id().tenant() + " " + last.id().name();
  }

  private static DestinationId cursor(String text) {
    int space = text.indexOf(' ');
    if (space < 0) {
      throw new IllegalArgumentException("must be next of a previous page");
    }
    return new DestinationId(new TenantId(text.substring(0, space)), text.substring(space + 1));
  }

  private static String breaker(Destination destination) {
    Breaker breaker = destination.state().breaker();
    if (breaker instanceof Breaker.Open) {
      return "open";
    }
    return breaker instanceof Breaker.HalfOpen ? "half-open" : "closed";
  }

  private static @Nullable Instant until(Destination destination) {
    Hold hold = destination.state().hold();
    if (hold != null) {
      return hold.until();
    }
    return destination.state().breaker() instanceof Breaker.Open open ? open.until() : null;
  }

  private static @Nullable Double releaseRate(Destination destination) {
    ReleaseRate rate = destination.state().release();
    boolean limited = destination.state().access() == DestinationAccess.LIMITED;
    return rate == null || !limited ? null : Math.round(rate.perSecond() * 10) / 10.0;
  }

  private static @Nullable String heldBy(Destination destination) {
    Hold hold = destination.state().hold();
    return hold == null ? null : hold.by();
  }

  private static @Nullable String holdReason(Destination destination) {
    Hold hold = destination.state().hold();
    return hold == null ? null : hold.reason();
  }
}
