package io.taskforge.server.api;

import io.taskforge.JobRequest;
import io.taskforge.Schedules;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
import io.taskforge.json.Fault;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.schedule.Cron;
import io.taskforge.schedule.InvalidCronException;
import io.taskforge.schedule.MisfirePolicy;
import io.taskforge.schedule.OverlapPolicy;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.Timing;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.text.BoundedText;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A schedule in a request body. */
final class ScheduleBody {
  static final ZoneId UTC = ZoneId.of("UTC");
  private static final String EXAMPLE =
      """
      {"name": "Nightly report", "cron": "0 3 * * *", "zone": "Europe/Berlin",
       "job": {"type": "report", "queue": "reports"}}
      """;
  static final Field<ScheduleId> ID =
      Field.text("id", "the schedule's id; generated if not given", ScheduleId::new);
  private static final Field<String> NAME = text("name", "a descriptive name", 200);
  private static final Field<String> DESCRIPTION = text("description", "a description", 2_000);
  private static final Field<Cron> CRON = cron("cron", "a cron expression; or give at");
  private static final Field<ZoneId> ZONE =
      Field.text("zone", "the time zone of cron; UTC if not given", ScheduleBody::zone);
  private static final Field<Boolean> ONE_OFF =
      Field.bool("oneOff", "whether to run at the next occurrence only");
  private static final Field<Timing> AT =
      new Field<>(
          "at",
          "the time to run once; or give cron",
          Schema.time(),
          false,
          node -> Timing.at(Field.time("at", "").reader().read(node)));
  private static final Field<MisfirePolicy> MISFIRE =
      Field.word("misfire", "what to do about missed occurrences", MisfirePolicy.class);
  private static final Field<OverlapPolicy> OVERLAP =
      Field.word("overlap", "what to do if the previous job is not finished", OverlapPolicy.class);
  private static final Field<Boolean> PAUSED =
      Field.bool("paused", "whether the schedule is paused");
  private static final Shape TEMPLATE =
      Shape.of(
          "JobTemplate",
          NewJobBody.TYPE,
          NewJobBody.QUEUE,
          NewJobBody.PAYLOAD,
          NewJobBody.PRIORITY,
          NewJobBody.GUARANTEE,
          PolicyFields.RETRY_POLICY,
          NewJobBody.MAX_RETRIES,
          NewJobBody.TIMEOUT);

  private final Schedules schedules;
  private final JobRequestReader jobs;
  private final Field<JobRequest> job;

  ScheduleBody(Schedules schedules, JobRequestReader jobs) {
    this.schedules = schedules;
    this.jobs = jobs;
    this.job =
        new Field<>(
            "job", "the job that each occurrence enqueues", TEMPLATE.schema(), true, this::job);
  }

  /** A new schedule. */
  Shape newShape() {
    List<Field<?>> fields = new ArrayList<>(List.of(ID, Fields.TENANT));
    fields.addAll(planFields());
    return new Shape("NewSchedule", fields).checking(ScheduleBody::checkTiming).example(EXAMPLE);
  }

  /** A schedule whose id and tenant are known. */
  Shape planShape() {
    return new Shape("SchedulePlan", planFields())
        .checking(ScheduleBody::checkTiming)
        .example(EXAMPLE);
  }

  private List<Field<?>> planFields() {
    return List.of(NAME, DESCRIPTION, CRON, ZONE, ONE_OFF, AT, job, MISFIRE, OVERLAP, PAUSED);
  }

  /** A cron expression; its faults name the field of the expression. */
  static Field<Cron> cron(String name, String description) {
    return Field.text(
        name,
        description,
        text -> {
          try {
            return Cron.parse(text);
          } catch (InvalidCronException e) {
            throw Problem.invalid(e.faults()).exception();
          }
        });
  }

  private static Field<String> text(String name, String description, int bytes) {
    return Field.text(
        name,
        description,
        text -> {
          if (!text.equals(BoundedText.of(text, bytes))) {
            throw new IllegalArgumentException(
                "must be at most " + bytes + " bytes of well-formed text without NUL");
          }
          return text;
        });
  }

  private static ZoneId zone(String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "must be a time zone such as Europe/Berlin, UTC or +02:00", e);
    }
  }

  private JobRequest job(JsonNode node) {
    // The tenant is a field of the schedule.
    return jobs.read(jobs.checked(TEMPLATE).readOrThrow(node), Caller.LOCAL, null);
  }

  private static void checkTiming(JsonNode sent, FieldValues values, List<Fault> faults) {
    boolean at = sent.hasNonNull("at");
    boolean cron = sent.hasNonNull("cron");
    if (!at && !cron) {
      faults.add(new Fault("cron", Fault.NOTHING, "cron or at is required"));
    }
    if (at && cron) {
      faults.add(
          new Fault("cron", JsonValue.shown(sent.get("cron")), "cannot be combined with at"));
    }
    if (at && sent.hasNonNull("zone")) {
      faults.add(
          new Fault(
              "zone",
              JsonValue.shown(sent.get("zone")),
              "cannot be combined with at, which is an instant"));
    }
    if (at && values.has(ONE_OFF) && !values.required(ONE_OFF)) {
      faults.add(new Fault("oneOff", "false", "must be true or left out if at is given"));
    }
  }

  /** Returns the schedule that {@code values} describe. */
  Schedule read(FieldValues values, ScheduleId id, TenantId tenant) {
    Schedule draft =
        schedules
            .draft(id, timing(values), values.required(job).tenant(tenant.value()))
            .withName(values.get(NAME, ""), values.get(DESCRIPTION, ""))
            .withPolicies(
                values.get(MISFIRE, MisfirePolicy.RUN_ONCE_NOW),
                values.get(OVERLAP, OverlapPolicy.SKIP));
    return values.get(PAUSED, false) ? draft.pause() : draft;
  }

  private static Timing timing(FieldValues values) {
    Timing at = values.get(AT);
    return at != null
        ? at
        : new Timing.Recurring(
            values.required(CRON), values.get(ZONE, UTC), values.get(ONE_OFF, false));
  }
}
