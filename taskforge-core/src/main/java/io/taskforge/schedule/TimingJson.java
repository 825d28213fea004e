package io.taskforge.schedule;

import io.taskforge.json.strict.JsonValue;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes the keys {@code cron}, {@code zone} and {@code oneOff}, or {@code at}. */
final class TimingJson {
  private TimingJson() {}

  /** Returns null if the timing is invalid. */
  static @Nullable Timing read(JsonValue json) {
    boolean oneOff = json.optional("oneOff").flag();
    ZoneId zone =
        json.optional("zone")
            .text("must be a time zone such as Europe/Berlin, UTC or +02:00", ZoneId::of);
    if (!json.has("at")) {
      Cron cron = cron(json);
      return cron == null
          ? null
          : new Timing.Recurring(cron, zone == null ? ZoneOffset.UTC : zone, oneOff);
    }
    if (json.has("cron")) {
      json.optional("at").fault("cannot be combined with cron: give one of the two");
    }
    if (json.has("zone")) {
      json.optional("zone").fault("cannot be combined with at, which is an instant");
    }
    if (json.has("oneOff") && !oneOff) {
      json.optional("oneOff").fault("must be true or left out if at is given");
    }
    JsonValue at = json.optional("at");
    return at.convert(at.time(), Timing.At::new);
  }

  private static @Nullable Cron cron(JsonValue json) {
    JsonValue cron = json.required("cron");
    String text = cron.string("must be a cron expression in quotes; or give at");
    try {
      return text == null ? null : Cron.parse(text);
    } catch (InvalidCronException e) {
      cron.faultsOf("cron", e.faults());
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
