package io.taskforge.destination;

import io.taskforge.json.strict.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes a {@link DestinationState} as JSON, for stores. */
public final class DestinationJson {
  private DestinationJson() {}

  /** Returns a state as JSON. */
  public static String write(DestinationState state) {
    ObjectNode json = Json.object();
    json.put("epoch", state.epoch());
    write(state.breaker(), json.putObject("breaker"));
    write(state.window(), json.putObject("window"));
    if (state.release() != null) {
      write(state.release(), json.putObject("release"));
    }
    if (state.hold() != null) {
      ObjectNode hold = json.putObject("hold");
      Json.put(hold, "until", state.hold().until());
      hold.put("reason", state.hold().reason());
      Json.put(hold, "by", state.hold().by());
    }
    json.put("goodRate", state.goodRate());
    ArrayNode errors = json.putArray("errors");
    for (DestinationError error : state.errors()) {
      ObjectNode each = errors.addObject();
      Json.put(each, "at", error.at());
      each.put("type", error.type());
      each.put("message", error.message());
    }
    ArrayNode closures = json.putArray("closures");
    for (Closure closure : state.closures()) {
      ObjectNode each = closures.addObject();
      Json.put(each, "from", closure.from());
      Json.put(each, "until", closure.until());
    }
    return Json.write(json);
  }

  /** Reads what {@link #write} has written. */
  public static DestinationState read(String text) {
    JsonNode json = Json.read(text);
    JsonNode release = json.get("release");
    JsonNode hold = json.get("hold");
    List<DestinationError> errors = new ArrayList<>();
    for (JsonNode each : json.required("errors")) {
      errors.add(
          new DestinationError(
              instant(each, "at"),
              each.required("type").stringValue(),
              each.required("message").stringValue()));
    }
    List<Closure> closures = new ArrayList<>();
    for (JsonNode each : json.required("closures")) {
      closures.add(
          new Closure(instant(each, "from"), Json.optional(each, "until", Instant::parse)));
    }
    return new DestinationState(
        breaker(json.required("breaker")),
        json.required("epoch").longValue(),
        window(json.required("window")),
        release == null ? null : release(release),
        hold == null ? null : hold(hold),
        json.required("goodRate").doubleValue(),
        errors,
        closures);
  }

  private static void write(Breaker breaker, ObjectNode json) {
    if (breaker instanceof Breaker.Open open) {
      json.put("state", "OPEN");
      Json.put(json, "since", open.openSince());
      Json.put(json, "until", open.until());
      json.put("times", open.times());
    } else if (breaker instanceof Breaker.HalfOpen halfOpen) {
      json.put("state", "HALF_OPEN");
      Json.put(json, "since", halfOpen.openSince());
      Json.put(json, "until", halfOpen.until());
      json.put("times", halfOpen.times());
      json.put("granted", halfOpen.granted());
      json.put("succeeded", halfOpen.succeeded());
    } else {
      json.put("state", "CLOSED");
    }
  }

  private static Breaker breaker(JsonNode json) {
    return switch (json.required("state").stringValue()) {
      case "OPEN" ->
          new Breaker.Open(
              instant(json, "since"), instant(json, "until"), json.required("times").intValue());
      case "HALF_OPEN" ->
          new Breaker.HalfOpen(
              instant(json, "since"),
              instant(json, "until"),
              json.required("times").intValue(),
              json.required("granted").intValue(),
              json.required("succeeded").intValue());
      default -> Breaker.CLOSED;
    };
  }

  private static void write(CallWindow window, ObjectNode json) {
    Json.put(json, "length", window.length());
    ArrayNode buckets = json.putArray("buckets");
    for (CallWindow.Bucket bucket : window.buckets()) {
      ObjectNode each = buckets.addObject();
      Json.put(each, "start", bucket.start());
      each.put("succeeded", bucket.succeeded());
      each.put("failed", bucket.failed());
    }
  }

  private static CallWindow window(JsonNode json) {
    List<CallWindow.Bucket> buckets = new ArrayList<>();
    for (JsonNode each : json.required("buckets")) {
      buckets.add(
          new CallWindow.Bucket(
              instant(each, "start"),
              each.required("succeeded").intValue(),
              each.required("failed").intValue()));
    }
    return new CallWindow(Json.required(json, "length", Duration::parse), buckets);
  }

  private static void write(ReleaseRate rate, ObjectNode json) {
    json.put("perSecond", rate.perSecond());
    json.put("goodput", rate.goodput());
    json.put("plateau", rate.plateau());
    json.put("cuts", rate.cuts());
    Json.put(json, "cutAt", rate.cutAt());
    ObjectNode step = json.putObject("step");
    Json.put(step, "since", rate.step().since());
    step.put("unusedBefore", rate.step().unusedBefore());
    step.put("granted", rate.step().granted());
    step.put("unused", rate.step().unused());
    step.put("succeeded", rate.step().succeeded());
    step.put("failed", rate.step().failed());
    json.put("noise", rate.noise());
    json.put("tokens", rate.tokens().available());
    Json.put(json, "filledAt", rate.tokens().filledAt());
  }

  private static ReleaseRate release(JsonNode json) {
    JsonNode step = json.required("step");
    return new ReleaseRate(
        json.required("perSecond").doubleValue(),
        json.required("goodput").doubleValue(),
        json.required("plateau").doubleValue(),
        json.required("cuts").intValue(),
        instant(json, "cutAt"),
        new ReleaseRate.Step(
            instant(step, "since"),
            step.required("unusedBefore").intValue(),
            step.required("granted").intValue(),
            step.required("unused").intValue(),
            step.required("succeeded").intValue(),
            step.required("failed").intValue()),
        json.required("noise").doubleValue(),
        new ReleaseRate.Tokens(json.required("tokens").doubleValue(), instant(json, "filledAt")));
  }

  private static Hold hold(JsonNode json) {
    @Nullable Instant until = Json.optional(json, "until", Instant::parse);
    return new Hold(
        until,
        json.required("reason").stringValue(),
        Json.optional(json, "by", Function.identity()));
  }

  private static Instant instant(JsonNode json, String key) {
    return Json.required(json, key, Instant::parse);
  }
}
