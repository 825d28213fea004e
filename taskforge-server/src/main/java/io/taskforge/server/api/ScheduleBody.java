package io.taskforge.server.api;

import io.taskforge.JobRequest;
import io.taskforge.Schedules;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
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
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
  private static final Field<String> NAME = Fields.boundedText("name", "a descriptive name", 200);
  private static final Field<String> DESCRIPTION =
      Fields.boundedText("description", "a description", 2_000);
  private static final Field<Cron> CRON = cron("cron", "a cron expression; or give at");
  static final Field<ZoneId> ZONE =
      Field.of(
          "zone",
          "the time zone of cron; UTC if not given",
          Schema.text(),
          value ->
              value.text("must be a time zone such as Europe/Berlin, UTC or +02:00", ZoneId::of));
  private static final Field<Boolean> ONE_OFF =
      Field.bool("oneOff", "whether to run at the next occurrence only");
  private static final Field<Timing> AT =
      Field.of(
          "at",
          "the time to run once; or give cron",
          Schema.time(),
          value -> value.convert(value.time(), Timing::at));
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
          PolicyFields.OF_JOB,
          PolicyFields.MAX_RETRIES,
          PolicyFields.RETRY_DELAY,
          PolicyFields.EXPONENTIAL,
          NewJobBody.TIMEOUT,
          NewJobBody.LANE_KEY,
          NewJobBody.TAGS);

  private final Schedules schedules;
  private final NewJobBody jobs;
  private final Field<JobRequest> job;

  ScheduleBody(Schedules schedules, NewJobBody jobs) {
    this.schedules = schedules;
    this.jobs = jobs;
    this.job =
        new Field<>(
            "job", "the job that each occurrence enqueues", TEMPLATE.schema(), true, this::job);
  }

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
    return Field.of(
        name,
        description,
        Schema.text(),
        value -> {
          String text = value.string("must be a string");
          try {
            return text == null ? null : Cron.parse(text);
          } catch (InvalidCronException e) {
            value.faultsOf("cron", e.faults());
            return null;
          }
        });
  }

  private @Nullable JobRequest job(JsonValue value) {
    // The tenant is a field of the schedule.
    FieldValues values = jobs.checked(TEMPLATE).read(value);
    return values == null ? null : jobs.read(values, Caller.LOCAL, null);
  }

  private static void checkTiming(JsonValue sent, FieldValues values) {
    boolean at = sent.given("at").node() != null;
    JsonValue cron = sent.given("cron");
    if (!at && cron.node() == null) {
      cron.fault("cron or at is required");
    }
    if (at && cron.node() != null) {
      cron.fault("cannot be combined with at");
    }
    JsonValue zone = sent.given("zone");
    if (at && zone.node() != null) {
      zone.fault("cannot be combined with at, which is an instant");
    }
    if (at && !values.get(ONE_OFF, true)) {
      sent.optional("oneOff").fault("must be true or left out if at is given");
    }
  }

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
