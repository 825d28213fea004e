package io.taskforge.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON form of a timing, both ways: {@code cron}, {@code zone} and {@code oneOff}, or {@code
 * at}.
 */
final class TimingJson {
  static final String INSTANT_RULE = "must be a time such as 2026-01-31T12:00:00Z, in quotes";

  private TimingJson() {}

  /** Null if it has a fault. */
  static @Nullable Timing read(JsonObjectReader json) {
    boolean oneOff = json.flag("oneOff");
    ZoneId zone =
        json.optional(
            "zone", "must be a time zone such as Europe/Berlin, UTC or +02:00", ZoneId::of);
    if (!json.has("at")) {
      Cron cron = cron(json);
      return cron == null
          ? null
          : new Timing.Recurring(cron, zone == null ? ZoneOffset.UTC : zone, oneOff);
    }
    if (json.has("cron")) {
      json.fault("at", "cannot be combined with cron: give one of the two");
    }
    if (json.has("zone")) {
      json.fault("zone", "cannot be combined with at, which is an instant");
    }
    if (json.has("oneOff") && !oneOff) {
      json.fault("oneOff", "must be true or left out beside at");
    }
    return json.optional(
        "at",
        INSTANT_RULE + ", from 1970-01-01 to 2200-12-30",
        text -> new Timing.At(Instant.parse(text)));
  }

  private static @Nullable Cron cron(JsonObjectReader json) {
    if (!json.node("cron").isString()) {
      json.fault("cron", "must be a cron expression in quotes; or give at");
      return null;
    }
    try {
      return Cron.parse(json.node("cron").stringValue());
    } catch (InvalidCronException e) {
      json.faultsOf("cron", e.faults());
      return null;
    }
  }

  static void write(ObjectNode node, Timing timing) {
    if (timing instanceof Timing.Recurring recurring) {
      node.put("cron", recurring.cron().text());
      node.put("zone", recurring.zone().getId());
      node.put("oneOff", recurring.oneOff());
    } else if (timing instanceof Timing.At at) {
      node.put("at", at.instant().toString());
    }
  }
}
